import { Link } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { shareLink } from '#frontend/shared/links/share-link.ts'
import { Button } from '#frontend/ui/button.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import { paths } from '#schema/paths.ts'
import { NextStep } from './next-step.tsx'
import { searchOfOrder } from './receipt-address.ts'

/** The page's own address, to take along: who mistyped theirs has no other way back, since no browser keeps it (decision 198). */
export const KeepLink = ({ order: { number, customerEmail } }: { order: OrderView }) => {
  const [search] = useSearchParams()
  const keep = () =>
    shareLink({
      title: `Darkslide order ${number}`,
      path: paths.purchaseSuccess() + searchOfOrder(search),
      opens: 'It opens this order.',
    })
  return (
    <NextStep
      icon={<Link size={22} />}
      title="Keep the link to this page"
      action={
        <Button size="sm" marginTop="3" onClick={() => void keep()}>
          Keep the Link
        </Button>
      }
    >
      {customerEmail !== '' && 'Not your address? '}Keep this link: it leads back here, and whoever has it can download
      your photos.
    </NextStep>
  )
}
