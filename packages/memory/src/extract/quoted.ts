/** The text of a row; with a name it is a fact about that entity. */
export interface Quoted {
  content: string;
  name?: string;
  /** Only the beginning of the text, on one line. */
  isStart?: boolean;
}
