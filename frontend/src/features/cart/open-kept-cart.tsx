import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { visitors } from '#schema/api/visitors.ts'
import { paths } from '#schema/paths.ts'

const itemsOf = ({ items, galleries }: ResponseOf<typeof visitors.endpoints.keptCart>): CartItem[] => [
  ...items.map((item) => ({ ...item, imageUrl: '' })),
  ...galleries.map((whole) => ({
    ...whole,
    photoId: whole.galleryId,
    title: whole.galleryTitle,
    imageUrl: '',
    isWhole: true,
  })),
]

/** Puts a cart that was left back, by the link of its mail: beside what is in the cart by now. */
export const OpenKeptCart = ({ token }: { token: string }) => {
  const navigate = useNavigate()
  const { addAll } = useCartActions()
  const { data, error } = useQuery(endpointQuery(visitors.endpoints.keptCart, { params: { token } }))
  const isAdded = useRef(false)
  const items = data && itemsOf(data)
  useEffect(() => {
    if (!items || items.length === 0 || isAdded.current) return
    isAdded.current = true
    addAll(items)
    void navigate(paths.cart(), { replace: true })
  }, [items, addAll, navigate])
  if (!error && items?.length !== 0)
    return (
      <Page title="Shopping Cart">
        <Skeleton height="20rem" />
      </Page>
    )
  return (
    <Page title="Shopping Cart" narrow>
      <Stack gap="4">
        <Text role="alert">{error ? sentenceOf(error) : 'Nothing of that cart is for sale any more.'}</Text>
        <Row>
          <ButtonLink to={paths.cart()} variant="accent">
            Open my cart
          </ButtonLink>
        </Row>
      </Stack>
    </Page>
  )
}
