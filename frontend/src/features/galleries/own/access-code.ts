import { limits } from '#schema/limits.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
/** The largest multiple of 36 a byte can be below: bytes above it would favour the first letters. */
const fair = 256 - (256 % letters.length)

/** 8 uppercase alphanumeric characters. `random` fills an array, as `crypto.getRandomValues` does. */
export const makeAccessCode = (random: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string => {
  let code = ''
  while (code.length < limits.gallery.accessCodeLength) {
    for (const byte of random(new Uint8Array(16))) {
      if (byte < fair && code.length < limits.gallery.accessCodeLength) code += letters[byte % letters.length]
    }
  }
  return code
}
export const newAccessCode = () => makeAccessCode((bytes) => crypto.getRandomValues(bytes))
