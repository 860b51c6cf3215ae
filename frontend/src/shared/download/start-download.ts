/** Saves a file from a signed link, under the name the server gave it, without leaving the page. */
export const startDownload = ({ url, fileName }: { url: string; fileName: string }) => {
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
