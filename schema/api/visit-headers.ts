import * as z from 'zod'

/** The signed answer to a right code or password; rulings: 12 hours, one gallery, dead when the rules change. */
export const Grant = z.string().min(1).max(1_000)
export const grantHeader = z.object({ 'x-gallery-grant': Grant.optional() })
/** The browser's session (`startSession`). What cannot be one is taken for none: the browser makes another. */
export const SessionToken = z.string().max(200)
export const sessionHeader = z.object({ 'x-gallery-session': SessionToken.optional().catch(undefined) })
export const visitHeaders = sessionHeader.extend({ 'x-gallery-grant': Grant.optional() })
