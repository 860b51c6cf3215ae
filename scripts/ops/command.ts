import type { ParseArgsConfig } from 'node:util'
import type { Target } from './target.ts'

/** A mistake of whoever typed the command, or a state that forbids it: said in one sentence, without a stack. */
export class Refusal extends Error {
  override name = 'Refusal'
}

export type Say = (line: string) => void
export type Input = {
  readonly positionals: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}
export type Command = {
  readonly name: string
  /** What it does, in one line of the list. */
  readonly summary: string
  /** What follows the name, and each option, as printed by `--help`. */
  readonly help: string
  readonly options: NonNullable<ParseArgsConfig['options']>
  readonly run: (input: Input, parts: { readonly target: Target; readonly say: Say }) => Promise<void>
}
