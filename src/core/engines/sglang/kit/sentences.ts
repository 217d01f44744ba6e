/** What several detectors say of their steps, by its meaning: the code of the step may differ from detector to detector. */
export const sentences = {
  allContent: 'The detector catches the exception and returns the whole reply as content, without any call.',
  givesUp: 'The detector gives up: it returns the whole reply as content, without any call.',
  blockSkipped: 'The detector skips this block and only logs it.',
  blockOpenDropped: 'No `</tool_call>` follows: the detector drops the block, because it reads only closed blocks',
  blockUndeclared: 'No declared tool has this name: the whole block becomes content',
  onlyBeforeFirst: 'Only the text before the first block is content. The detector drops this text.',
  textOutside:
    'This text is after the first marker and in no block. The detector drops it: the client never receives it.',
  textInSection: 'This text is in the section but in no call. The detector drops it: the client never receives it.',
  functionInside:
    'Another `<function=` is inside this function. The detector only looks for the next `</function>`, so it reads both as one call.',
  invokeNameless: 'No `">` ends the name: the detector skips this call',
  sameParameter: 'This parameter name is repeated: the last value counts.',
  numberInfinite: 'Python cannot convert an infinite number to an integer and raises OverflowError',
  argumentsUnchecked: 'The arguments are not an object. The detector passes them on as they are.',
  prefix: 'A prefix that is not part of the name',
  blockOpenUnread: (close: string) => `No \`${close}\` follows: the detector does not read this block` as const,
  sectionOpenShown: (close: string) => `No \`${close}\` follows: everything from this marker on is content.` as const,
  invokeOpen: (close: string) => `No \`${close}\` follows: the call continues to the end of the section.` as const,
} as const;
