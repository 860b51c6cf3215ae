import { type FirstData, firstDataElementId } from '#schema/api/first-answers.ts'
import { asNeeded, laterLinksId, uprightPhone } from '#schema/served-pages.ts'
import { documentTitle, siteName } from '#schema/site-name.ts'
import type { Page } from './load-page.ts'

/** A page as it is built: `index.html`, in which the head's own words stand between two comments. */
export type BuiltPage = {
  readonly html: string
  /** Files that the page's code consists of beside what `index.html` names; fetched early, run late. */
  readonly preloads: readonly string[]
}
/** The first view, drawn; see frontend/src/app/render-first-view.tsx. */
export type Drawn = {
  readonly html: string
  readonly styles: string
  readonly links: string
  /** Typefaces that are fetched at once instead of the site's own. */
  readonly fonts: readonly string[]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for between tags and within quotes of an attribute. */
export const escaped = (text: string): string =>
  text.toWellFormed().replaceAll(/[&<>"']/g, (char) => entities[char] ?? '')

/** JSON that no HTML parser can leave before its end, and every JSON parser reads as the same value. */
export const embeddedJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? part.toWellFormed() : part)).replaceAll(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

const sitePicture = { path: '/social.jpg', alt: 'A dandelion clock against the low sun' }

const headOf = (siteUrl: string, { head, picture = sitePicture, isIndexed, structured }: Page): string => {
  const title = documentTitle(head.title)
  const meta = (kind: 'name' | 'property', name: string, content: string) =>
    `<meta ${kind}="${name}" content="${escaped(content)}">`
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', head.description),
    ...(isIndexed ? [] : [meta('name', 'robots', 'noindex')]),
    ...(head.canonicalPath === undefined
      ? []
      : [
          `<link rel="canonical" href="${escaped(siteUrl + head.canonicalPath)}">`,
          meta('property', 'og:url', siteUrl + head.canonicalPath),
        ]),
    meta('property', 'og:site_name', siteName),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'en_GB'),
    meta('property', 'og:title', head.title ?? title),
    meta('property', 'og:description', head.description),
    meta('property', 'og:image', siteUrl + picture.path),
    meta('property', 'og:image:alt', picture.alt),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(structured ? [`<script type="application/ld+json">${embeddedJson(structured)}</script>`] : []),
  ].join('')
}

/** Comes after the HTML of the first view. */
const endId = 'first-view-end'
/**
 * A row of photos takes its shape when its last one has come; painted before, it would move. Where a browser knows this
 * link, it paints when all of the first view is there, which is a few kilobytes later.
 */
const paintedWhole = `<link rel="expect" href="#${endId}" blocking="render">`

/** The site's own typefaces, which the built page has fetched at once. */
const fontPreload = /<link rel="preload" href="[^"<>]*" as="font"[^<>]*>/g
const preloadOf = (font: string) => `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>`
/** A page in a photographer's typefaces has those fetched at once instead. */
const withFonts = (html: string, fonts: readonly string[]): string =>
  fonts.length === 0 ? html : inHead(html.replaceAll(fontPreload, ''), fonts.map(preloadOf).join(''))

const inHead = (html: string, elements: string) => html.replace('</head>', () => `${elements}</head>`)

/** The rules of typefaces, as the build writes them; the machine's own, which stand in, name no file. */
const face = /@font-face\{[^{}]*\}/g
const isFetched = (rule: string) => rule.includes('url(')
const manifest = /<link rel="manifest"[^<>]*>/
const codePreload = /<link rel="modulepreload"[^<>]*>/g
const codePreloadOf = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`

/** What `Photo` has fetched first. The renderer names other pictures too, such as a logo, without a priority. */
const firstPictures = (links: string) =>
  links.split('<link ').filter((link) => link.includes('as="image"') && /fetchpriority="high"/i.test(link))
const beginsWithPicture = (links: string) => firstPictures(links).length > 0

/** The address of the one picture that a phone held upright can choose, where there is such a one. */
export const phonePictureOf = (links: string): string | undefined => {
  const link = firstPictures(links).find((each) => each.includes(`media="${uprightPhone}"`))
  const [, address] = /imageSrcSet="([^" ,]+) \d+w"/i.exec(link ?? '') ?? []
  return address?.replaceAll('&amp;', '&')
}

/**
 * A page as it comes to a browser that has it drawn already. A picture that people came for has the line to itself: all
 * code and the site's typefaces come behind it, asked for by `start.ts`, and the machine's own letters stand meanwhile. On
 * a slow phone's line of 175 kB a second, code and letters would make half of what it waits for. The template stands
 * before that script, which runs as soon as it is there: from a cache, before the first paint.
 */
const drawnFirst = (
  html: string,
  { links, fonts }: Drawn,
  { preloads, faces }: BuiltPage & { faces: string },
): string => {
  const code = [...(html.match(codePreload) ?? []), ...preloads.map(codePreloadOf)].join('')
  const bare = html.replaceAll(codePreload, '')
  if (beginsWithPicture(links)) {
    // In a photographer's typefaces hardly any text needs the site's, whose files are fetched only where some does.
    const style = fonts.length > 0 ? `<style ${asNeeded}>` : '<style>'
    const later = `${style}${faces}</style>${code}${manifest.exec(bare)?.[0] ?? ''}`
    return bare
      .replaceAll(fontPreload, '')
      .replace(manifest, '')
      .replace('<script type="module"', (script) => `<template id="${laterLinksId}">${later}</template>${script}`)
  }
  // Words alone: code may come after what the first view needs.
  return withFonts(inHead(bare, code.replaceAll('<link', '<link fetchpriority="low"')), fonts)
}

const ownWords = { begin: '<!-- head -->', end: '<!-- /head -->' } as const
const root = '<div id="root"></div>'

/**
 * The built page with this page's words, data and first view.
 * @throws when the built page lacks a place for one of them: a mistake of the build.
 */
export const pageHtml = (
  { siteUrl, page, built }: { siteUrl: string; page: Page; built: BuiltPage },
  drawn: Drawn | undefined,
  firstData: FirstData,
): string => {
  // Before the page's own words are in it, which anybody may have written.
  const faces = drawn && beginsWithPicture(drawn.links) ? (built.html.match(face) ?? []).filter(isFetched) : []
  const html = faces.reduce((rest, rule) => rest.replace(rule, ''), built.html)
  const begin = html.indexOf(ownWords.begin)
  const end = html.lastIndexOf(ownWords.end)
  if (begin < 0 || end < begin || !html.includes(root)) throw new Error('index.html has lost its places.')
  const head = [headOf(siteUrl, page), drawn ? paintedWhole : '', drawn?.links ?? '', drawn?.styles ?? ''].join('')
  const data = page.answers.length
    ? `<script type="application/json" id="${firstDataElementId}">${embeddedJson(firstData)}</script>`
    : ''
  const withHead = `${html.slice(0, begin)}${head}${html.slice(end + ownWords.end.length)}`
  return (drawn ? drawnFirst(withHead, drawn, { ...built, faces: faces.join('') }) : withHead).replace(
    root,
    () => `<div id="root">${drawn?.html ?? ''}</div>${drawn ? `<div id="${endId}" hidden></div>` : ''}${data}`,
  )
}
