/** The switches of a conversation as they are before anybody turns one. */
export const plainSettings = {
  variables: '',
  documents: '',
  tools: true,
  thinking: 'absent',
  generation: true,
  textArguments: false,
  date: '',
} as const;
