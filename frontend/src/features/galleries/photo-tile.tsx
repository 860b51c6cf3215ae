import { Heart, Pencil } from 'lucide-react'
import { memo } from 'react'
import { useBought } from '#frontend/shared/orders/bought-photos.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { justifiedSizes } from '#frontend/ui/justified-grid.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { Photo, shapeOf } from '#frontend/ui/photo.tsx'
import { Watermark } from '#frontend/ui/watermark.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import type { PhotoLayout } from '#schema/entities/gallery-look.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { heartName } from './heart-button.tsx'
import { AddButton, AddInASize } from './photo-tile-buttons.tsx'

export type TileProps = {
  photo: PhotoView
  watermark: string | null
  view: 'grid' | 'list'
  layout: PhotoLayout
  /** "Add to Cart" in words. */
  withWords: boolean
  /** Looked at by its own photographer, who changes it instead of buying it. */
  isOwn: boolean
  /** Those that cost nothing can be had. */
  canDownload: boolean
  isSelected: boolean
  isFavourite: boolean
  eager: boolean
  /** There only while it is near the window, or soon: once more photos are loaded than are drawn at once. */
  isNear?: boolean
  /** The picture alone, a third of the elements: on a slow machine the rest comes in another frame. */
  isBare?: boolean
  // Each must stay the same function over renders: a tile is drawn anew only when something of its own changes.
  onOpen: (photo: PhotoView) => void
  /** Without it there is no box to tick. */
  onSelect?: (photo: PhotoView, selected: boolean) => void
  onAdd: (photo: PhotoView, size: PhotoSize) => void
  onHeart: (photo: PhotoView) => void
}

/** A price that is nothing is called that, unless the photo cannot be had. */
export const priceOf = (pricePence: number, canDownload = true) =>
  pricePence > 0 ? formatPounds(pricePence) : canDownload ? 'Free' : 'Not for sale'

type TilePriceProps = Pick<TileProps, 'photo' | 'canDownload'> & { isTwoSizes: boolean }
/** One line: all prices of a photo stand where its size is chosen, and below a narrow photo is no room for "From". */
const TilePrice = ({ photo, canDownload, isTwoSizes }: TilePriceProps) => (
  <span>
    {isTwoSizes && <span data-part="from">From </span>}
    {isTwoSizes ? formatPounds(photo.webPence ?? photo.pricePence) : priceOf(photo.pricePence, canDownload)}
  </span>
)

/**
 * Said beside the price: buying once more is nobody's wish, and nothing forbids it. In which size is said in the viewer,
 * where there is room for it.
 */
const BoughtMark = ({ photo }: { photo: PhotoView }) =>
  useBought(photo) ? <span data-part="bought"> · Bought</span> : null

const EditLink = ({ photo, view, withWords }: Pick<TileProps, 'photo' | 'view' | 'withWords'>) => (
  <ButtonLink
    to={addresses.ownPhotos(photo.galleryId, photo.id)}
    size="sm"
    variant={view === 'grid' && !withWords ? 'quiet' : 'outline'}
    aria-label={`Edit ${photo.title}`}
  >
    <Pencil aria-hidden />
    {(withWords || view === 'list') && 'Edit'}
  </ButtonLink>
)

/** How wide a photo of a shape is drawn in each layout. */
const sizesIn: Record<PhotoLayout, (shape: number) => string> = {
  rows: justifiedSizes,
  columns: () => '(min-width: 78rem) 18rem, (min-width: 62rem) 24vw, (min-width: 30rem) 31vw, 46vw',
  single: () => '(min-width: 62rem) 56rem, calc(100vw - 2rem)',
}

/** For the list's own rule: of the room that each print has there, one that is upright takes a share of the width. */
const listShareOf = (ratio: number) => ({ '--share': Math.min(1, ratio) })

/** One photo of a gallery, in a `TileArea`: the print, its title and price, select, favourite and add to cart. */
export const PhotoTile = memo((props: TileProps) => {
  const { photo, watermark, view, layout, withWords, isOwn, isSelected, isFavourite, eager, isNear, isBare } = props
  const canDownload = isOwn || props.canDownload
  const { onOpen, onSelect, onAdd, onHeart } = props
  const isList = view === 'list'
  const ratio = shapeOf(photo.picture)
  const isTwoSizes = photo.webPence !== null && photo.pricePence > 0 && !isOwn
  return (
    <article data-tile={view} data-near={isNear || undefined}>
      <div data-part="print" style={{ aspectRatio: ratio, ...(isList && listShareOf(ratio)) }}>
        {/* Its picture may not be there yet (`photo-grid.tsx`). */}
        <button type="button" data-part="opener" aria-label={`Open ${photo.title}`} onClick={() => onOpen(photo)}>
          <Photo
            picture={photo.picture}
            alt={`Open ${photo.title}`}
            ratio={ratio}
            eager={eager}
            use={!isList && layout === 'single' ? 'full' : 'grid'}
            sizes={isList ? '(min-width: 30rem) 11rem, 7rem' : sizesIn[layout](ratio)}
          >
            <Watermark text={watermark} />
          </Photo>
        </button>
        {!isBare && onSelect && photo.pricePence > 0 && (
          <label data-part="pick">
            <input
              type="checkbox"
              data-part="box"
              aria-label={`Select ${photo.title}`}
              checked={isSelected}
              onChange={(event) => onSelect(photo, event.currentTarget.checked)}
            />
          </label>
        )}
        {!isBare && (
          <div data-part="heart-corner">
            <button
              type="button"
              data-part="heart"
              aria-pressed={isFavourite}
              aria-label={heartName(photo)}
              onClick={() => onHeart(photo)}
            >
              <Heart aria-hidden />
            </button>
          </div>
        )}
      </div>
      {!isBare && (
        <div data-part="foot" data-below={(withWords && !isList) || undefined}>
          <div data-part="words">
            <p data-part="title">{photo.title}</p>
            <p data-part="price">
              {!(isTwoSizes && isList) && <TilePrice photo={photo} canDownload={canDownload} isTwoSizes={isTwoSizes} />}
              <BoughtMark photo={photo} />
            </p>
            {isList && photo.description && (
              <Text textStyle="small" color="ink.muted" lineClamp="2">
                {photo.description}
              </Text>
            )}
          </div>
          {isOwn ? (
            <EditLink photo={photo} view={view} withWords={withWords} />
          ) : isTwoSizes ? (
            <AddInASize photo={photo} view={view} withWords={withWords} onAdd={onAdd} />
          ) : (
            photo.pricePence > 0 && <AddButton photo={photo} view={view} withWords={withWords} onAdd={onAdd} />
          )}
        </div>
      )}
    </article>
  )
})
