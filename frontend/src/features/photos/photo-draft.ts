import { dropDraft } from '#frontend/shared/forms/draft-owner.ts'

/** Under which what is typed of a photo is kept until it is saved. */
export const photoDraftKey = (photoId: string) => `photo ${photoId}`

/** What was typed of a photo that is deleted is to be saved no more. */
export const dropPhotoDraft = (photoId: string) => dropDraft(photoDraftKey(photoId))
