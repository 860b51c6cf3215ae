/**
 * Takes a value to be of a type that the compiler cannot work out. Nothing is checked: a schema or a test of the value is
 * better wherever one can be written. It is the one place of the repository that does so, and `test/structure/assumed.test.ts`
 * counts who calls it.
 * @param why What makes it true, for whoever reads the call.
 */
export const assumed = <T>(value: unknown, why: string): T => {
  void why
  // biome-ignore lint/plugin: every unchecked claim about a type goes through this function, and no other
  return value as T
}
