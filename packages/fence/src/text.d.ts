/** Scripts are parts of ours like any other, and go along wherever this package is built into something. */
declare module "*.sh" {
  const text: string
  export default text
}
