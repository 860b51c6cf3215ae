/** Saves what the browser made as a file, without leaving the page. Signs that file systems refuse become hyphens. */
export const saveBlob = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  // https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file
  link.download = name.replaceAll(/[<>:"/\\|?*]/g, '-')
  document.body.append(link)
  link.click()
  link.remove()
  // Browsers read the address after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
