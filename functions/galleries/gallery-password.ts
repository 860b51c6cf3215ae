import { hash } from 'bcryptjs'
import { AppError } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'

/** bcrypt reads 72 bytes and ignores the rest without a word. */
export const fitsHash = (password: string): boolean =>
  new TextEncoder().encode(password).byteLength <= limits.password.galleryMaxBytes

/** @throws AppError `password_too_long` over 72 UTF-8 bytes. */
export const hashGalleryPassword = async (password: string): Promise<string> => {
  if (!fitsHash(password)) throw new AppError('password_too_long')
  return hash(password, limits.password.hashRounds)
}
