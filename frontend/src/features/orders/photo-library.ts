export const canShare = (files: readonly File[]): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [...files] })

/** Whether photos can be handed to this device's library: one that is touched, and shares pictures. */
export const canSaveToLibrary = (): boolean =>
  typeof matchMedia === 'function' &&
  matchMedia('(pointer: coarse)').matches &&
  canShare([new File([new Uint8Array(1)], 'photo.jpg', { type: 'image/jpeg' })])
