import { UserId } from '#schema/ids.ts'

/** Between ids, which have none of it; tags are letters, digits, underscores and hyphens. */
const between = '_'

/**
 * The tag by which a complaint says in whose names a mail went out. A tag's value takes 256 characters
 * (https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_MessageTag.html): six ids.
 */
export const photographerTag = (photographers: readonly UserId[]): string => photographers.join(between)

/** The photographers of such a tag, without what is no id. */
export const photographersIn = (tag: string | undefined): UserId[] =>
  (tag ?? '').split(between).flatMap((id) => UserId.safeParse(id).data ?? [])
