/** A chat template of our own making: small, in our words, for a model that would write this format. */
export interface OwnTemplate {
  readonly id: string;
  /** Id of the format in which it writes calls. */
  readonly format: string;
  readonly label: string;
  /** The variables that it prints, with the values that models of this format have. */
  readonly variables: Readonly<Record<string, string>>;
  readonly text: string;
}
