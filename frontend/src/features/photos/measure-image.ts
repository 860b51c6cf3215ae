import { limits } from '#schema/limits.ts'

const shown = new Set(['image/jpeg', 'image/png', 'image/webp'])
/** Whether this browser can show the file as it is. */
export const isShown = (contentType: string) => shown.has(contentType)

type Size = { width: number; height: number }

/** Width and height of a picture the browser can read within 5 seconds; the server finds out the others. */
export const measureImage = (file: File): Promise<Size | undefined> => {
  if (!isShown(file.type)) return Promise.resolve(undefined)
  const url = URL.createObjectURL(file)
  return new Promise<Size | undefined>((resolve) => {
    const image = new Image()
    const timer = setTimeout(() => resolve(undefined), limits.upload.dimensionTimeoutMs)
    const finish = (size: Size | undefined) => {
      clearTimeout(timer)
      resolve(size)
    }
    image.onload = () => finish({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => finish(undefined)
    image.src = url
  }).finally(() => URL.revokeObjectURL(url))
}
