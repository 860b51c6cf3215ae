import { chakra } from '@chakra-ui/react'
import { Check, ShoppingCart } from 'lucide-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useInCart, useSizeInCart } from '#frontend/shared/cart/cart.tsx'
import { sizeNames } from '#frontend/shared/cart/cart-store.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Flex, Text } from '#frontend/ui/layout.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { formatPounds } from '#schema/money.ts'
import type { PhotoSize } from '#schema/web-size.ts'

const InCart = ({ isWeb = false, takeOver }: { isWeb?: boolean; takeOver: (element: HTMLElement | null) => void }) => (
  <Text
    as="span"
    ref={takeOver}
    tabIndex={-1}
    display="inline-flex"
    alignItems="center"
    gap="1"
    fontSize="sm"
    color="success"
    minHeight="9"
  >
    <Check size={16} aria-hidden />
    In cart{isWeb && ' as Web size'}
  </Text>
)

type LookProps = { photo: PhotoView; view: 'grid' | 'list'; withWords: boolean }
type AddProps = { onAdd: (photo: PhotoView, size: PhotoSize) => void }

type BuyProps = LookProps & Omit<ComponentProps<'button'>, 'type'>
/** The button of a tile, whatever it does. */
const BuyButton = ({ photo, view, withWords, ...rest }: BuyProps) => (
  <button
    type="button"
    data-part="buy"
    data-quiet={(view === 'grid' && !withWords) || undefined}
    aria-label={withWords ? `Add to Cart: ${photo.title}` : `Add ${photo.title} to cart`}
    {...rest}
  >
    <ShoppingCart aria-hidden />
    {withWords ? 'Add to Cart' : view === 'list' && <span data-part="buy-words">Add to cart</span>}
  </button>
)

export const AddButton = ({ onAdd, ...look }: LookProps & AddProps) => {
  const { noteFocus, takeOver } = useFocusHandOver()
  return useInCart(look.photo.id) ? (
    <InCart takeOver={takeOver} />
  ) : (
    <BuyButton
      {...look}
      onClick={({ currentTarget }) => {
        noteFocus(currentTarget)
        onAdd(look.photo, 'original')
      }}
    />
  )
}

type SizesProps = AddProps & {
  photo: PhotoView
  /** Before it is added. */
  onPress: (button: HTMLElement) => void
  first?: (button: HTMLElement | null) => void
}

/** Each size with its price, since that is what is chosen by. */
const SizeButtons = ({ photo, onAdd, onPress, first }: SizesProps) => {
  const { title, pricePence, webPence } = photo
  const sizes = [
    { size: 'original', name: 'Original', pence: pricePence },
    { size: 'web', name: 'Web', pence: webPence ?? pricePence },
  ] as const
  return sizes.map(({ size, name, pence }, index) => (
    <Button
      key={size}
      ref={index === 0 ? first : undefined}
      size="sm"
      paddingInline="2"
      flexGrow="1"
      aria-label={`Add ${title} to cart as ${sizeNames[size]} for ${formatPounds(pence)}`}
      onClick={({ currentTarget }) => {
        onPress(currentTarget)
        onAdd(photo, size)
      }}
    >
      {name} {formatPounds(pence)}
    </Button>
  ))
}

/** Over all of the photo: below it, where rows stand close, a narrow one has no room for two buttons. */
const Sheet = chakra('div', {
  base: {
    position: 'absolute',
    insetInline: '0',
    bottom: '0',
    // A small one is higher than its photo.
    minHeight: 'full',
    display: 'flex',
    flexWrap: 'wrap',
    alignContent: 'center',
    gap: '1.5',
    padding: '2',
    background: 'scrim',
  },
})
const takeFocus = (button: HTMLElement | null) => button?.focus({ preventScroll: true })

/** Where the Web size is for sale too: which one is asked first, in a list at once. */
export const AddInASize = ({ onAdd, ...look }: LookProps & AddProps) => {
  const { photo, view } = look
  /** Where it is asked: the photo that the button stands below. */
  const [print, setPrint] = useState<Element | null>(null)
  useEffect(() => {
    print?.toggleAttribute('data-asking', true)
    return () => void print?.toggleAttribute('data-asking', false)
  }, [print])
  const asks = useRef<HTMLButtonElement>(null)
  const { noteFocus, takeOver } = useFocusHandOver()
  const size = useSizeInCart(photo.id)
  if (size !== undefined) return <InCart isWeb={size === 'web'} takeOver={takeOver} />
  if (view === 'list') {
    return (
      <Flex gap="1" flexWrap="wrap">
        <SizeButtons photo={photo} onAdd={onAdd} onPress={noteFocus} />
      </Flex>
    )
  }
  const close = () => {
    takeFocus(asks.current)
    setPrint(null)
  }
  const goOn = () => {
    close()
    if (asks.current) noteFocus(asks.current)
  }
  return (
    <>
      <BuyButton
        ref={asks}
        aria-expanded={print !== null}
        {...look}
        onClick={({ currentTarget }) =>
          setPrint(print ? null : (currentTarget.closest('[data-tile]')?.querySelector('[data-part=print]') ?? null))
        }
      />
      {print &&
        createPortal(
          <Sheet
            role="group"
            aria-label={`Size of ${photo.title}`}
            onClick={({ target, currentTarget }) => target === currentTarget && close()}
            onKeyDown={({ key }) => {
              if (key === 'Escape') close()
            }}
          >
            <SizeButtons photo={photo} onAdd={onAdd} onPress={goOn} first={takeFocus} />
          </Sheet>,
          print,
        )}
    </>
  )
}
