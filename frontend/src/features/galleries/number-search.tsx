import { Hash, ShoppingCart } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useNotBought } from '#frontend/shared/orders/bought-photos.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { Box, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { useBuyWhole } from './buy-whole.ts'
import { cartItemOf } from './cart-item-of.ts'
import { type AboutTime, readTime, wordsOf } from './photo-times.ts'
import type { WallGallery } from './queries.ts'
import { TimeSearch } from './time-search.tsx'
import { type Together, useTogether } from './together.ts'
import { handFocus } from './wall-focus.ts'
import { nearText, sameText } from './whole-words.ts'

type Offered = {
  forSale: readonly PhotoView[]
  /** Those of them that this browser has not bought. */
  left: readonly PhotoView[]
  isEveryOne: boolean
  isMore: boolean
}
const whichOf = ({ forSale, left, isEveryOne, isMore }: Offered): string => {
  const isOther = left.length < forSale.length
  const isOne = left.length === 1
  const count = countOf(left.length, isOther && isMore && isOne ? 'other photo' : 'photo')
  // Of those that are not loaded yet it is not known which are on sale.
  if (isMore) return isOne ? count : `these ${isOther ? 'other ' : ''}${count}`
  if (isOther) return `the other ${isOne ? 'photo' : count}${isEveryOne ? '' : ' on sale'}`
  if (isEveryOne) return isOne ? 'this photo' : `all ${count}`
  return `the ${count} on sale`
}
/** With its price where the cart asks that for them: of a whole gallery's, other photos in the cart are a part. */
const buyText = (offered: Offered, { pence, hasOthers, whole }: Together): string => {
  const which = `Buy ${whichOf(offered)}`
  if (whole.kind !== 'same') return `${which} for ${formatPounds(pence)}`
  return hasOthers ? which : `${which} for ${formatPounds(whole.pence)}`
}

/** No link to an order is kept in a browser: whoever has it has the photos. */
const boughtText = ({ forSale, isEveryOne, isMore }: Offered): string => {
  const isOne = forSale.length === 1
  const count = countOf(forSale.length, 'photo')
  const all = isEveryOne ? `all ${count}` : `the ${String(forSale.length)} on sale`
  // Of those that are not loaded yet it is not known which are on sale.
  const some = isOne ? count : `these ${count}`
  const which = isMore ? some : isEveryOne && isOne ? 'this photo' : all
  return `You bought ${which}: the link in your receipt opens ${isOne ? 'it' : 'them'}.`
}

const unread = 'Not all photos of this gallery have been read for numbers yet. Please look again later'
const unreadable = 'Numbers that are covered, turned away or out of focus cannot be read.'

type Found = {
  number: string
  about: AboutTime | undefined
  count: number | undefined
  isMore: boolean
  hasUnread: boolean
  hasTimes: boolean
}
const foundText = ({ number, about, count, isMore, hasUnread, hasTimes }: Found): string => {
  if (count === undefined) return 'Looking…'
  const when = about ? ` from ${wordsOf(about)}` : ''
  if (number === '') return count === 0 ? '' : `Photos${when}`
  // Where a time is chosen already, what it leads to are the photos of others as well.
  const orElse = about ? ', or look through all photos of that time' : hasTimes ? ', or go by the time' : ''
  const later = `${unread}${orElse}.`
  const instead = about
    ? 'Look through all photos of that time.'
    : hasTimes
      ? 'Show all photos and look around the time you were there.'
      : 'Show all photos to look through them.'
  if (count === 0)
    return `No photo${when} surely shows ${number}${hasUnread ? ` yet. ${later}` : `. ${unreadable} ${instead}`}`
  return `${isMore ? 'More than ' : ''}${countOf(count, 'photo')} with ${number}${when}${hasUnread ? `. ${later}` : ''}`
}

type WholeOfTheseProps = { gallery: WallGallery; count: number; together: Together }
/** What the whole gallery is to the photos of a number: what they are sold as, or a little more. */
const WholeOfThese = ({ gallery, count, together: { whole, hasOthers } }: WholeOfTheseProps) => {
  const buyWhole = useBuyWhole(gallery)
  const { photoCount } = gallery
  if (whole.kind === 'none') return null
  if (whole.kind === 'same')
    return (
      <Text textStyle="small" flex="1 1 100%">
        {sameText(whole, { count, hasOthers, photoCount })}
      </Text>
    )
  const isIn = whole.kind === 'inCart'
  const text = isIn
    ? 'The whole gallery is in your cart, with all of its photos.'
    : nearText(whole.morePence, photoCount)
  return (
    <Row flex="1 1 100%" justifyContent="space-between" columnGap="4" rowGap="2">
      <Text textStyle="small">{text}</Text>
      {isIn ? (
        <ButtonLink size="sm" to={paths.cart()}>
          In Your Cart
        </ButtonLink>
      ) : (
        <Button size="sm" onClick={buyWhole}>
          Get All {formatCount(photoCount)}
        </Button>
      )}
    </Row>
  )
}

type NumberSearchProps = {
  gallery: WallGallery
  /** As the address has it; empty while no number is looked for. */
  number: string
  /** As the address has it; `undefined` where photos are not found by time. */
  time: string | undefined
  /** The photos in which it was surely read; `undefined` until they are known. */
  found: readonly PhotoView[] | undefined
  /** There are more than those. */
  isMore: boolean
  /** They could not be had; the page says why. */
  isFailing: boolean
  /** Not all photos of the gallery were read for numbers yet, as far as is known. */
  hasUnread: boolean | undefined
  isOwn: boolean
  /** Empty for none; the time stays. */
  onSeek: (number: string) => void
  onSeekTime: (time: string) => void
  onClear: () => void
  onBuy: (photos: readonly PhotoView[]) => void
}

/** Finds the photos that show a number, and sells them together: one field and one button, within a thumb's reach. */
export const NumberSearch = ({
  gallery,
  number,
  time,
  found,
  isMore,
  isFailing,
  hasUnread = false,
  isOwn,
  onSeek,
  onSeekTime,
  onClear,
  onBuy,
}: NumberSearchProps) => {
  const about = time === undefined ? undefined : readTime(time)
  const [text, setText] = useState(number)
  const [hasLetters, setHasLetters] = useState(/[^\d\s]/.test(number))
  useEffect(() => setText(number), [number])
  const box = useRef<HTMLDivElement>(null)
  // Who comes by a link to a number came for its photos, not for the cover above them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival.
  useEffect(() => {
    if (number !== '' || about) box.current?.scrollIntoView({ block: 'start' })
  }, [])
  const count = found?.length ?? 0
  const forSale = found?.filter(({ pricePence }) => pricePence > 0) ?? []
  const left = useNotBought(forSale)
  const offered = { forSale, left, isEveryOne: forSale.length === count, isMore }
  const together = useTogether(
    gallery,
    left.map((photo) => cartItemOf(photo, gallery)),
    found ?? [],
  )
  const isOffered = number !== '' && left.length > 0 && !isOwn
  /** Where the words lead to all photos of the time. */
  const isTimeOffered = number !== '' && about && !isFailing && found && (count === 0 || hasUnread)
  /** The button that is pressed goes away. */
  const focusField = () => handFocus(box.current?.querySelector('input'))
  return (
    <Stack
      ref={box}
      gap="4"
      marginTop="8"
      scrollMarginTop="20"
      padding={{ base: '4', sm: '5' }}
      background="sunken"
      borderRadius="control"
    >
      <Form
        role="search"
        aria-label="By number"
        gap="2"
        onSubmit={(event) => {
          event.preventDefault()
          // A phone's keyboard would lie over what is found.
          const [field] = event.currentTarget.getElementsByTagName('input')
          if (matchMedia('(pointer: coarse)').matches) field?.blur()
          onSeek(text.trim())
        }}
      >
        <Row gap="2" flexWrap="nowrap" alignItems="flex-end">
          <Box flex="1" maxWidth="16rem">
            <Field label="Your number">
              <Input
                // Letters need the other keyboard of a phone; nearly all numbers have none.
                inputMode={hasLetters ? 'text' : 'numeric'}
                autoCapitalize="characters"
                autoComplete="off"
                spellCheck={false}
                enterKeyHint="search"
                maxLength={12}
                placeholder="214"
                fontSize="xl"
                minHeight="14"
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
            </Field>
          </Box>
          <Button type="submit" variant={count > 0 ? 'outline' : 'accent'} size="lg">
            Find
          </Button>
        </Row>
        <Button
          type="button"
          variant="quiet"
          size="sm"
          alignSelf="flex-start"
          marginInlineStart="-3"
          aria-pressed={hasLetters}
          onClick={() => setHasLetters(!hasLetters)}
        >
          <Hash aria-hidden />
          My number has letters
        </Button>
      </Form>
      {time !== undefined && <TimeSearch galleryId={gallery.id} time={time} onSeek={onSeekTime} />}
      {(number !== '' || about) && (
        <Row justifyContent="space-between" columnGap="4" rowGap="3">
          <Text role="status" flex="1 1 auto">
            {isFailing
              ? ''
              : foundText({ number, about, count: found && count, isMore, hasUnread, hasTimes: time !== undefined })}
          </Text>
          {isTimeOffered && (
            <Button
              size="sm"
              onClick={() => {
                focusField()
                onSeek('')
              }}
            >
              Show all photos from {wordsOf(about)}
            </Button>
          )}
          <Button
            variant="quiet"
            size="sm"
            onClick={() => {
              focusField()
              onClear()
            }}
          >
            Show all photos
          </Button>
          {number !== '' && forSale.length > 0 && left.length === 0 && !isOwn && <Text>{boughtText(offered)}</Text>}
          {isOffered && together.whole.kind !== 'inCart' && (
            <Button
              variant="accent"
              flex={{ base: '1 1 100%', sm: '0 0 auto' }}
              minHeight="14"
              onClick={() => onBuy(left)}
            >
              <ShoppingCart aria-hidden />
              {buyText(offered, together)}
            </Button>
          )}
          {isOffered && <WholeOfThese gallery={gallery} count={left.length} together={together} />}
        </Row>
      )}
    </Stack>
  )
}
