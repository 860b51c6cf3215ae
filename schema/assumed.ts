/**
 * Gives a value a type that the compiler cannot derive, without any check: prefer a schema or a check wherever one can
 * be written. This is the only function of the repository that does so, and `test/structure/assumed.test.ts` lists its
 * callers.
 * @param why Why the type is right, for readers of the call.
 */
export const assumed = <T>(value: unknown, why: string): T => {
  void why
  // biome-ignore lint/plugin: every unchecked claim about a type goes through this function, and no other
  return value as T
}
