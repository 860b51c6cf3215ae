import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { sameText } from '#functions/shared/signing/signer.ts'

/** Whether the header that only CloudFront knows was sent; what it was before a rotation counts as well. */
export const cameThroughFront = async (header: string | undefined): Promise<boolean> => {
  if (header === undefined) return false
  const { originVerify, previous } = await readSecret('ORIGIN_SECRET_ID')
  return sameText(header, originVerify) || (previous !== undefined && sameText(header, previous))
}
