import { paths } from '#schema/paths.ts'

/** The private link of a session: /proof/{access_token} (specification, section 9). */
export const proofUrl = (siteUrl: string, token: string): string => siteUrl + paths.proof({ token })
