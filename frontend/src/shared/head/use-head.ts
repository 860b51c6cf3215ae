import { useEffect } from 'react'
import type { PageHead } from '#schema/page-heads.ts'
import { siteDescription } from '#schema/site-name.ts'

/** The only element of this kind in the head; made when it is not there. */
const headElement = (kind: 'meta' | 'link', [name, value]: readonly [name: string, value: string]) => {
  const found = document.head.querySelector(`${kind}[${name}="${value}"]`)
  if (found) return found
  const made = document.createElement(kind)
  made.setAttribute(name, value)
  document.head.append(made)
  return made
}

/**
 * Says in the head what a public page is, as its HTML does when it is loaded: whoever shares or saves a page that was gone
 * to from another saves the right words. Taken back when the page is left.
 */
export const useHead = (head: PageHead | undefined) => {
  const { description, canonicalPath } = head ?? {}
  useEffect(() => {
    if (description === undefined || canonicalPath === undefined) return
    const meta = headElement('meta', ['name', 'description'])
    const link = headElement('link', ['rel', 'canonical'])
    meta.setAttribute('content', description)
    link.setAttribute('href', location.origin + canonicalPath)
    return () => {
      meta.setAttribute('content', siteDescription)
      link.remove()
    }
  }, [description, canonicalPath])
}
