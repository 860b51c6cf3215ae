import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { endpointKey, endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { priceOf } from '#frontend/shared/forms/price.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Stack, Text } from '#frontend/ui/layout.tsx'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { photos } from '#schema/api/photos.ts'
import { formatPounds, Price } from '#schema/money.ts'

/** A gallery of 60,000 takes some minutes. */
const askedEveryMs = 3_000

/** What shows prices of photos. */
const shows = [galleries.endpoints.mine, galleries.endpoints.listPhotos, photos.endpoints.listMine]

/** "cost £12.00", "are free". */
const costs = (pence: number) => (pence === 0 ? 'are free' : `cost ${formatPounds(pence)}`)
/** "cost £12.00", "be free". */
const cost = (pence: number) => (pence === 0 ? 'be free' : `cost ${formatPounds(pence)}`)

/** The gallery as it is now, asked for while its photos are being priced. */
const usePriced = (gallery: OwnGallery): OwnGallery => {
  const queries = useQueryClient()
  const isBegun = gallery.priceForAll !== null
  const newest = (found: OwnGallery | undefined) => (found && found.version >= gallery.version ? found : gallery)
  const { data } = useQuery({
    ...endpointQuery(
      galleries.endpoints.getMine,
      { params: { galleryId: gallery.id } },
      { staleFor: 'never', enabled: isBegun },
    ),
    refetchInterval: ({ state }) => (newest(state.data).priceForAll === null ? false : askedEveryMs),
  })
  const now = isBegun ? newest(data) : gallery
  const isRunning = now.priceForAll !== null
  const wasRunning = useRef(isRunning)
  useEffect(() => {
    if (wasRunning.current && !isRunning) {
      for (const each of shows) void queries.invalidateQueries({ queryKey: endpointKey(each) })
    }
    wasRunning.current = isRunning
  }, [isRunning, queries])
  return now
}

type PriceForAllProps = {
  gallery: OwnGallery
  /** What stands in the field of the price; empty is what the gallery has. */
  typed: string
  onPriced: (after: OwnGallery) => void
  onRefused: (error: Error) => void
}

/** Puts the price of the form on all photos of the gallery. The server does it, and says how far it is. */
export const PriceForAll = ({ gallery, typed, onPriced, onRefused }: PriceForAllProps) => {
  const [isAsking, setAsking] = useState(false)
  const [done, setDone] = useState<OwnGallery>()
  const [complaint, setComplaint] = useState<string>()
  const now = usePriced(gallery)
  const price = Price.safeParse(priceOf(typed, { whenEmpty: gallery.pricePence }))
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
  const finished = gallery.priceForAll === null ? done : now
  const progress =
    now.priceForAll === null
      ? finished && `All photos ${costs(finished.pricePence)} now.`
      : `${countOf(now.pricedSoFar, 'photo')} changed so far; all will ${cost(now.priceForAll)}. You need not wait here.`
  return (
    <Stack gap="2" alignItems="flex-start">
      <Button size="sm" busy={now.priceForAll !== null} onClick={ask}>
        Apply to all photos
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
              body: { version: gallery.version, pricePence: price.data },
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
