import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { addresses } from '#schema/paths.ts'

type FreeItemsProps = { items: readonly CartItem[]; onRemove: (pressed: HTMLElement) => void }

/** Photos that cost nothing by now: their gallery counts and limits such downloads, so they come without an order. */
export const FreeItems = ({ items, onRemove }: FreeItemsProps) => {
  const isOne = items.length === 1
  return (
    <Alert
      tone="accent"
      title={isOne ? 'One photo is free now' : 'Some photos are free now'}
      action={
        <Button size="sm" onClick={({ currentTarget }) => onRemove(currentTarget)}>
          {isOne ? 'Remove It' : 'Remove Them'}
        </Button>
      }
    >
      <Text>
        {isOne ? 'There is nothing to pay for it: download it' : 'There is nothing to pay for them: download them'} in
        the gallery, and remove {isOne ? 'it' : 'them'} here.
      </Text>
      {items.map(({ photoId, galleryId, title }) => (
        <Text key={photoId}>
          {galleryId ? <TextLink to={addresses.photo(galleryId, photoId)}>{title}</TextLink> : title}
        </Text>
      ))}
    </Alert>
  )
}
