import type { ChatcliQuirkCode, FormatQuirkCode, QuirkCode } from '../../trace/trace.ts';

/** What surprises readers of ExAthena's steps, in words. */
export const exathenaWording = {
  'opener-mid-line': 'The fence opens in the middle of a line. The rules forbid it, the runtime takes it.',
  'text-after-closer': 'Text follows the closing fence on its line. The rules forbid it, the runtime takes it.',
  'closer-indented':
    'The closing fence is indented, so it does not close. Only `~~~` right at the start of a line does.',
  'opener-taken-as-closer': 'The next opener is taken for the closer of this block, because it begins with `~~~`.',
  'other-key-ignored':
    'The arguments stand under a key this runtime does not read. The call is made with {}, silently.',
  'arguments-dropped': 'The arguments are not an object. The call is made with {}, silently.',
  'one-error-ends-all': 'One bad entry turns the whole reply into an error: the good calls beside it are lost.',
  'hidden-by-native': 'Here stands another call, but a native call hides everything in the text.',
  'fence-mention-claims-text':
    'The mere mention of the fence marker claimed the text: no block was found, and the later tiers never ran.',
  'inside-think':
    'This stands inside a think block. The runtime reads the unstripped text, so a draft is extracted too.',
  'duplicate-key': 'This key stands twice in its object. The first one counts here; most JSON readers take the last.',
  'empty-arguments-text': 'The arguments are an empty string.',
  'kept-as-sentinel':
    'The entry cannot be read. It is kept as a call with `__invalid_json__`, so that the model can be told to send it again.',
  'id-renamed': 'Another call has this id already: this one gets a new id.',
  'non-object-arguments': 'The arguments are JSON, but no object. The native tier takes them all the same.',
} as const satisfies Record<Exclude<QuirkCode, ChatcliQuirkCode | FormatQuirkCode>, string>;
