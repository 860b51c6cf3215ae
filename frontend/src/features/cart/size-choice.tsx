import { chakra } from '@chakra-ui/react'
import { useId } from 'react'
import { sizeNames } from '#frontend/shared/cart/cart-store.ts'
import { Text } from '#frontend/ui/layout.tsx'
import type { CartLine } from '#schema/api/orders.ts'
import { formatPounds } from '#schema/money.ts'
import type { PhotoSize } from '#schema/web-size.ts'

type Sizes = Record<PhotoSize, NonNullable<CartLine['sizes']>['original']>

const Group = chakra('fieldset', { base: { marginTop: '2', minWidth: '0' } })
const Choices = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: '2' } })
const Choice = chakra('label', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    minHeight: '11',
    paddingInline: '3',
    paddingBlock: '1',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'control',
    cursor: 'pointer',
    fontSize: 'sm',
    lineHeight: 'snug',
    '&:has(:checked)': { borderColor: 'accent.text', boxShadow: 'inset 0 0 0 1px var(--ds-colors-accent-text)' },
    '&:has(:focus-visible)': { outline: '2px solid', outlineColor: 'accent.text', outlineOffset: '2px' },
  },
})
/** The frame says which is chosen; the button itself is there for keys and screen readers. */
const Radio = chakra('input', { base: { position: 'absolute', opacity: 0, pointerEvents: 'none' } })

/** What each is good for, in a line. */
const goodFor: Record<PhotoSize, string> = {
  original: 'The photographer’s file in full: for prints of any size.',
  web: 'For screens and sharing, and prints up to postcard size.',
}

type SizeChoiceProps = {
  title: string
  sizes: Sizes
  size: PhotoSize
  onChoose: (size: PhotoSize, chosen: Sizes[PhotoSize]) => void
}

/** Original or Web size of a photo in the cart, each with its price and pixels. */
export const SizeChoice = ({ title, sizes, size, onChoose }: SizeChoiceProps) => {
  const name = useId()
  return (
    <Group aria-label={`Size of ${title}`}>
      <Choices>
        {(['original', 'web'] as const).map((each) => (
          <Choice key={each}>
            <Radio type="radio" name={name} checked={size === each} onChange={() => onChoose(each, sizes[each])} />
            <span>
              {sizeNames[each]} {formatPounds(sizes[each].pricePence)}
            </span>
            <Text as="span" textStyle="fine">
              {sizes[each].width} × {sizes[each].height} px
            </Text>
          </Choice>
        ))}
      </Choices>
      <Text textStyle="small" color="ink.muted" marginTop="1">
        {goodFor[size]}
      </Text>
    </Group>
  )
}
