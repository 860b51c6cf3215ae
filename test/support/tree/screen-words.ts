import { filesBelow, textOf } from './files.ts'

/** The text of all source files below some folders, on one line: a sentence may be broken over several there. */
export const wordsBelow = (...folders: string[]): string =>
  folders.flatMap(filesBelow).map(textOf).join('\n').replace(/\s+/g, ' ')

/** Everything the screens can say. */
export const screenWords = (): string =>
  // The one sentence that is made of a number.
  wordsBelow('frontend/src', 'schema').replace(`\${String(limits.password.min)}`, '6')
