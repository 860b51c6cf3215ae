import { limits } from '#schema/limits.ts'
import { line } from '#schema/text.ts'

/** Cut rather than refused: nobody is turned away for a long name that another service handed over. */
const shortened = (text: string): string => {
  const cleaned = line(text.length).parse(text)
  return [...cleaned].slice(0, limits.profile.displayNameLength).join('').slice(0, limits.profile.displayNameLength)
}

/** What somebody is called: the given name, or the part of the email before the @ (specification, section 5). */
export const displayNameOf = (name: string, email: string): string =>
  shortened(name) || shortened(email.split('@')[0] ?? '')
