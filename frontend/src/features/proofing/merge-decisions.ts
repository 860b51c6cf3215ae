import type { ProofPhoto } from '#schema/api/proofing.ts'

type DecidedPhoto = Pick<ProofPhoto, 'photoId' | 'status' | 'clientFeedback' | 'updatedAt'>

/** Photos with what was said of them since they were read. */
export const mergeDecisions = (photos: readonly ProofPhoto[], choice: readonly DecidedPhoto[]): ProofPhoto[] => {
  const byId = new Map(choice.map((said) => [said.photoId, said]))
  return photos.map((photo) => {
    const said = byId.get(photo.photoId)
    if (!said || said.updatedAt <= photo.updatedAt) return photo
    const { status, clientFeedback, updatedAt } = said
    return { ...photo, status, clientFeedback, updatedAt }
  })
}
