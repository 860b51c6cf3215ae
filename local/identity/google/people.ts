import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { openDocument } from '../document.ts'

/** Somebody with a Google account, as Google's id token tells of them. */
type Person = z.output<typeof person>

export type People = {
  list(): readonly Person[]
  find(sub: string): Person | undefined
  /** Makes the account of this address, or changes the one there is: its `sub` stays. */
  keep(described: Omit<Person, 'sub'>): Promise<Person>
}

const person = z.object({
  /** Google's never changes, and so never does ours. */
  sub: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
})

export const openPeople = async ({ stateDir }: { stateDir: string }): Promise<People> => {
  const { value: people, save } = await openDocument(join(stateDir, 'google-people.json'), z.array(person), () =>
    demoPeople.map((one) => ({ ...one, sub: newSub() })),
  )
  return {
    list: () => people,
    find: (sub) => people.find((one) => one.sub === sub),
    keep: async (described) => {
      const known = people.find(({ email }) => email.toLowerCase() === described.email.toLowerCase())
      const kept = known ? Object.assign(known, described) : { ...described, sub: newSub() }
      if (!known) people.push(kept)
      await save()
      return kept
    },
  }
}

const demoPeople = [
  { name: 'Grace Okafor', email: 'grace.okafor@example.com', emailVerified: true },
  { name: 'Tomás Herrera', email: 'tomas.herrera@example.com', emailVerified: true },
  { name: 'Ines Moreau', email: 'ines.moreau@example.com', emailVerified: false },
]

/** 21 digits, like Google's. */
const newSub = (): string => `1${Array.from({ length: 20 }, () => randomInt(10)).join('')}`
