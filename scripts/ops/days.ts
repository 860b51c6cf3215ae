import { Refusal } from './command.ts'

/** The last moment of a day, UTC. @throws Refusal for what is no day of the calendar. */
export const dayOf = (text: unknown, what: string): Date => {
  const isDay = typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text)
  const end = new Date(isDay ? `${text}T23:59:59.999Z` : Number.NaN)
  // A calendar rolls 31 June over into July.
  if (!isDay || Number.isNaN(end.getTime()) || !end.toISOString().startsWith(text)) {
    throw new Refusal(`Name ${what} as YYYY-MM-DD.`)
  }
  return end
}
