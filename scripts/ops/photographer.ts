import { livePageNames } from '#functions/profiles/live.ts'
import { UserId } from '#schema/ids.ts'
import { Refusal } from './command.ts'

/** Whose page has this name. */
export const ownerOfPage = async (name: string): Promise<UserId | undefined> =>
  (await livePageNames().find(name.toLowerCase()))?.userId

/** Whom an operator means by a page name or a user id. @throws Refusal when it is neither. */
export const photographerNamed = async (whom: string): Promise<UserId> => {
  const userId = (await ownerOfPage(whom)) ?? UserId.safeParse(whom).data
  if (userId === undefined) throw new Refusal(`Nobody has the page name ${whom}, and it is no user id.`)
  return userId
}
