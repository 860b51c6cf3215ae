/**
 * One deliberate fault: `find` stands exactly once in `file` and is replaced. A test that stays green with it guards
 * nothing there, so each names the test that must go red.
 */
export type Mutant = {
  /** Says the fault in a few words; `npm run mutants -- <part of it>` tries it alone. */
  readonly name: string
  readonly file: string
  readonly find: string
  readonly replace: string
  /** A Vitest project, a test file, and part of the test's full name (a regular expression) where one alone must do it. */
  readonly killedBy: { readonly project: 'unit' | 'web' | 'sim'; readonly file: string; readonly test?: string }
}
