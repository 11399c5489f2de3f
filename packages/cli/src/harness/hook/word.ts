/** One word of a POSIX shell that stands for the text. */
export const shellWord = (text: string): string =>
  /^[\w/.:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
