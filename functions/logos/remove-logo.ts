import type { Operation } from '#functions/shared/http/operation.ts'
import type { api } from '#schema/api/all.ts'
import { type ChangeParts, changeLogo } from './change-logo.ts'

/** Pages have no logo from now on. Mails that were sent keep its address, and show the name in its place. */
export const removeLogo =
  (parts: ChangeParts): Operation<typeof api.logos.endpoints.remove> =>
  async ({ caller: { userId } }) =>
    changeLogo(parts, userId, null)
