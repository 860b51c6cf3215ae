import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/**
 * Dialogs and menus stay apart: a scrap of theirs would bring its whole library along. So do the photos of a gallery,
 * which three pages show, the viewer, which none shows at first, what asks before a page is left, and the parts of zips and
 * what is known of orders, which few ever have.
 */
const sharedByPublicPages =
  /lucide-react|frontend\/src\/(?:ui\/(?!dialog|confirm|menu|tabs|lightbox|(?:use-)?zoom|slideshow|still|type-pairs|fonts\/)|shared\/(?!forms\/|orders\/(?!bought)|leaving\/|not-found\/|subscriptions\/|links\/|zips\/|choices\/|contact\/|galleries\/(?:photo-order|gallery-))|pages\/portfolio\/|features\/(?:galleries\/(?!own\/|report-dialog|viewer|share-(?:button|link|favourites|gallery)|send-attempts|qr-card|number-cards|start-list|cut-to-fit|photo-wall|photo-grid|photo-tile|tile-area|wall-|pager|selection|use-|gallery-(?:header|error|cover)|heart-|favourite|photo-times|time-search|whole-|buy-whole|together)|orders\/|cart\/))|react-query/

/** The photos of a gallery in one file, which its favourites load whole. */
const photosOfGallery =
  /features\/galleries\/(?:photo-wall|photo-grid|photo-tile|tile-area|wall-|pager|selection|use-|gallery-(?:header|error|cover)|heart-|favourites-link|photo-times|whole-line|buy-whole)|frontend\/src\/ui\/still/

/** What tabs, menus and dialogs have in common, and not a scrap of any of them. */
const machinesCore =
  /@zag-js\/(?:core|react|types|utils|presence)\/|@zag-js\/dom-query\/dist\/(?:platform|event|tabbable|raf|query|set|scope|navigate)\.|@ark-ui\/react\/dist\/(?:utils|providers|components\/presence)\//

/** The public pages that show photos or galleries. */
const galleryPages = [
  'features/galleries/browse-page.tsx',
  'features/galleries/gallery-page.tsx',
  'pages/portfolio/portfolio-page.tsx',
  'pages/portfolio/portfolio-gallery-page.tsx',
].map((file) => fileURLToPath(new URL(`../src/${file}`, import.meta.url)))
const neededBy = new WeakMap<Rolldown.ChunkingContext, ReadonlySet<string>>()
/** What these pages run before they are taken over. */
const neededByGalleries = (context: Rolldown.ChunkingContext): ReadonlySet<string> => {
  const needed = new Set(galleryPages)
  const missing = galleryPages.find((id) => !context.getModuleInfo(id))
  if (missing) throw new Error(`${missing} is not in the site: has it another name now?`)
  for (const id of needed) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) needed.add(imported)
  return needed
}
const isNeeded = (id: string, context: Rolldown.ChunkingContext): boolean => {
  const needed = neededBy.get(context) ?? neededByGalleries(context)
  neededBy.set(context, needed)
  return needed.has(id)
}
/** Names a group of those modules alone; the others are left to the groups that follow. */
const needed = (name: string) => (id: string, context: Rolldown.ChunkingContext) =>
  isNeeded(id, context) ? name : null
/** Names a group of modules; those that only other pages need, which a gallery would run for nothing, are one of their own. */
const byNeed = (name: string) => (id: string, context: Rolldown.ChunkingContext) =>
  isNeeded(id, context) ? name : `${name}-more`

/**
 * What every page needs in four files, by what has to be run before what (see `inTurn`); small modules that several
 * pages share in one. Left alone, a gallery's page asks for 34 files, half of them an icon each.
 */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    {
      name: 'react',
      tags: ['$initial'],
      test: /node_modules\/(?:react|react-dom|scheduler)\/|app\/react-dom\.ts/,
      priority: 4,
    },
    {
      name: 'libraries',
      tags: ['$initial'],
      test: /node_modules\/(?:zod|@chakra-ui|@emotion|@pandacss|stylis)\/|shared\/api\/no-eval/,
      priority: 3,
    },
    { name: 'theme', tags: ['$initial'], test: /ui\/(?:theme|tokens|plain-tokens|recipes)\.ts/, priority: 2 },
    { name: 'first', tags: ['$initial'], priority: 2 },
    // The contract in two, so that none is run for long at once: what there is, what is asked. What all pages need of it
    // is with what else they need.
    { name: needed('entities'), test: /\/schema\/(?!api\/)/, minShareCount: 2, priority: 1 },
    // What prices carts is needed where photos are ticked or prices set, and by no page at first.
    { name: byNeed('contract'), test: /\/schema\/(?!pricing)/, minShareCount: 2 },
    { name: byNeed('shared'), test: sharedByPublicPages, minShareCount: 2, maxModuleSize: 12_000 },
    { name: 'photos', test: photosOfGallery, minShareCount: 2 },
    // Otherwise a page with tabs alone asks for three scraps of them.
    { name: 'machines', test: machinesCore, minShareCount: 3 },
  ],
}
