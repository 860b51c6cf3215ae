import { AppError } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'

/** Few calls are about a password, so what hashes one is read with the first. */
const bcrypt = () => import('bcryptjs')

/** bcrypt reads 72 bytes and ignores the rest without a word. */
const fitsHash = (password: string): boolean =>
  new TextEncoder().encode(password).byteLength <= limits.password.galleryMaxBytes

/** @throws AppError `password_too_long` over 72 UTF-8 bytes. */
export const hashGalleryPassword = async (password: string): Promise<string> => {
  if (!fitsHash(password)) throw new AppError('password_too_long')
  const { hash } = await bcrypt()
  return hash(password, limits.password.hashRounds)
}

/** The hash sees 72 bytes; what is longer was never set and is wrong, whatever its beginning. */
export const isGalleryPassword = async (hash: string, password: string): Promise<boolean> => {
  const { compare } = await bcrypt()
  return (await compare(password, hash)) && fitsHash(password)
}
