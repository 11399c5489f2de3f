/** One word of a POSIX shell that stands for the text. */
export const shellWord = (text: string): string =>
  /^[\w/.:@%+=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

/**
 * A line for clients that take a program that is not there for a no: without it, it says yes.
 *
 * @param call the call of the launcher
 * @param launcher its absolute path
 */
export const openLine = (call: string, launcher: string): string => `[ ! -x ${shellWord(launcher)} ] || ${call}`
