import { useState } from 'react'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { priceOf, webPriceOf } from '#frontend/shared/forms/price.ts'
import { listLagMs } from '#frontend/shared/galleries/list-lag.ts'
import { useUnderWay } from '#frontend/shared/galleries/under-way.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Hidden, Stack, Text } from '#frontend/ui/layout.tsx'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { photos } from '#schema/api/photos.ts'
import { formatPounds, type Pence, Price } from '#schema/money.ts'
import { type PhotoSize, WebPrice } from '#schema/web-size.ts'

/** What shows prices of photos. */
const shows = [galleries.endpoints.mine, galleries.endpoints.listPhotos, photos.endpoints.listMine]

const isPricing = ({ priceForAll, webForAll }: Pick<OwnGallery, 'priceForAll' | 'webForAll'>): boolean =>
  priceForAll !== null || webForAll !== null
const pricing = { isRunning: isPricing, shows, shownAfterMs: [listLagMs] }

/** `null`: only the Original is sold. */
type Asked = Pence | null
/** How a price of all photos is said, and sent, for each of the two sizes. */
const sizes = {
  original: {
    name: '',
    typedPrice: (typed: string, { pricePence }: OwnGallery) =>
      Price.safeParse(priceOf(typed, { whenEmpty: pricePence })),
    ofGallery: ({ pricePence }: OwnGallery): Asked => pricePence,
    underWay: ({ priceForAll }: OwnGallery): Asked | undefined => priceForAll ?? undefined,
    body: (price: Asked) => (price === null ? {} : { pricePence: price }),
    /** "cost £12.00", "are free". */
    costs: (price: Asked) => (price === 0 || price === null ? 'are free' : `cost ${formatPounds(price)}`),
    /** "cost £12.00", "be free". */
    cost: (price: Asked) => (price === 0 || price === null ? 'be free' : `cost ${formatPounds(price)}`),
  },
  web: {
    name: ' of the Web size',
    typedPrice: (typed: string, _: OwnGallery) => WebPrice.nullable().safeParse(webPriceOf(typed)),
    ofGallery: ({ webPence }: OwnGallery): Asked => webPence,
    underWay: ({ webForAll }: OwnGallery): Asked | undefined =>
      webForAll === 'none' ? null : (webForAll ?? undefined),
    body: (price: Asked) => ({ webPence: price }),
    costs: (price: Asked) =>
      price === null ? 'are sold as Original alone' : `cost ${formatPounds(price)} as Web size`,
    cost: (price: Asked) => (price === null ? 'be sold as Original alone' : `cost ${formatPounds(price)} as Web size`),
  },
} as const

type PriceForAllProps = {
  gallery: OwnGallery
  size: PhotoSize
  /** What stands in the field of the price; empty is what the gallery has. */
  typed: string
  onPriced: (after: OwnGallery) => void
  onRefused: (error: Error) => void
}

/** Puts the price of the form on all photos of the gallery. The server does it, and says how far it is. */
export const PriceForAll = ({ gallery, size, typed, onPriced, onRefused }: PriceForAllProps) => {
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<OwnGallery>()
  const [complaint, setComplaint] = useState<string>()
  const now = useUnderWay(gallery, pricing)
  const { name, typedPrice, ofGallery, underWay, body, costs, cost } = sizes[size]
  const price = typedPrice(typed, gallery)
  const update = useEndpoint(galleries.endpoints.priceAll, {
    refreshes: [galleries.endpoints.getMine, ...shows],
    onSuccess: (after) => {
      setAsking(false)
      setDone(after)
      onPriced(after)
    },
    onError: (error) => {
      setAsking(false)
      onRefused(error)
    },
  })
  const ask = () => {
    setComplaint(price.success ? undefined : price.error.issues[0]?.message)
    setAsking(price.success)
  }
  const running = underWay(now)
  const finished = underWay(gallery) === undefined ? done : now
  const progress =
    running === undefined
      ? finished && `All photos ${costs(ofGallery(finished))} now.`
      : `${countOf(now.pricedSoFar, 'photo')} changed so far; all will ${cost(running)}. You need not wait here.`
  return (
    <Stack gap="2" alignItems="flex-start">
      <Button size="sm" busy={isPricing(now)} onClick={ask}>
        Apply to all photos
        {name && <Hidden>: the price{name}</Hidden>}
      </Button>
      <Text textStyle="small" color={complaint ? 'danger' : 'ink.muted'} role="status">
        {complaint && !price.success ? complaint : progress}
      </Text>
      {price.success && (
        <Confirm
          open={isAsking}
          tone="accent"
          title={`Should all photos ${cost(price.data)}?`}
          action="Apply to all photos"
          busy={update.isPending}
          onClose={() => setAsking(false)}
          onConfirm={() =>
            update.mutate({
              params: { galleryId: gallery.id },
              body: { version: gallery.version, ...body(price.data) },
            })
          }
        >
          Prices that you gave to single photos are replaced, also in carts that hold them. What was bought stays
          bought.
        </Confirm>
      )}
    </Stack>
  )
}
