import { chakra } from '@chakra-ui/react'
import { CircleCheck, Download, Mail, ReceiptText, ShoppingCart, Undo2 } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { useSaving } from '#frontend/shared/download/use-saving.ts'
import { formatBytes } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Flex, Grid, Heading, Hidden, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { useListSteps } from '#frontend/ui/list-steps.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { Badge, Card, Skeleton } from '#frontend/ui/surface.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { DownloadAll } from './download-all.tsx'
import { NextStep } from './next-step.tsx'
import { useDownload } from './queries.ts'
import { searchOfReceipt } from './receipt-address.ts'

type Item = OrderView['items'][number]
type Size = 'original' | 'web'
const Facts = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, 1fr)', lg: 'repeat(4, 1fr)' },
    gap: '5',
  },
})

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <Text as="dt" textStyle="fine">
      {label}
    </Text>
    <Text as="dd" overflowWrap="anywhere">
      {children}
    </Text>
  </div>
)

/** What was paid for a photo, and what it cost before offers and code where that was more. */
const PricePaid = ({ item: { pricePence, netPence } }: { item: Item }) => (
  <Text whiteSpace="nowrap">
    {netPence < pricePence && (
      <>
        <Hidden>Price</Hidden>{' '}
        <Text as="s" color="ink.muted">
          {formatPounds(pricePence)}
        </Text>{' '}
        <Hidden>paid</Hidden>{' '}
      </>
    )}
    {formatPounds(netPence)}
  </Text>
)

const PhotoDownload = ({ orderId, item }: { orderId: OrderView['id']; item: Item }) => {
  const { line } = item
  const { save, problem, saving: asked } = useSaving(useDownload())
  const saveAs = (size: Size) => save({ params: { orderId, line }, body: { size } }, { line })
  const saving = asked?.body.size
  return (
    <Stack as="article" gap="3">
      <FittedPhoto
        picture={item.picture}
        alt=""
        room={3 / 2}
        sizes="(min-width: 62rem) 24rem, (min-width: 30rem) 50vw, 100vw"
      />
      <Flex justifyContent="space-between" gap="3" alignItems="baseline">
        <Box minWidth="0">
          <Heading as="h3" look="heading">
            {item.title}
          </Heading>
          <Text textStyle="small" color="ink.muted">
            {item.photographerName}, {item.galleryTitle}
          </Text>
          {item.as !== 'original' && <Text textStyle="small">{kinds[item.as]}</Text>}
        </Box>
        <PricePaid item={item} />
      </Flex>
      {item.isRefunded ? (
        <Badge alignSelf="flex-start">Refunded</Badge>
      ) : (
        <Row gap="2">
          {item.hasOriginal && (
            <Button
              size="sm"
              busy={saving === 'original'}
              disabled={saving === 'web'}
              onClick={() => saveAs('original')}
            >
              <Download aria-hidden />
              Download Original
              <Hidden>of {item.title}</Hidden>
            </Button>
          )}
          {item.hasWebSize && (
            <Button
              size="sm"
              variant={item.hasOriginal ? 'quiet' : 'outline'}
              busy={saving === 'web'}
              disabled={saving === 'original'}
              onClick={() => saveAs('web')}
            >
              {!item.hasOriginal && <Download aria-hidden />}
              {item.hasOriginal ? 'Web' : 'Download Web size'} ({item.webPx} px)
              <Hidden>of {item.title}</Hidden>
            </Button>
          )}
          {item.hasOriginal && <Text textStyle="fine">{formatBytes(item.bytes)}</Text>}
        </Row>
      )}
      {!item.isRefunded && !item.hasOriginal && item.as === 'upgrade' && (
        <Text textStyle="small" color="ink.muted">
          The price of its Web size was given back, so that it can no longer be downloaded. Please write to us to have
          this part back as well.
        </Text>
      )}
      <UpgradePart orderId={orderId} item={item} />
      {problem !== undefined && (
        <Text textStyle="small" color="danger" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

/** How a line that is no plain Original is called. */
const kinds = { web: 'Web size', upgrade: 'Original, for the Web size that you had' } as const

const standing = {
  under_way: 'Its Original is being paid for at this moment.',
  over: 'Its upgrade to the Original was given back.',
  not_for_sale: 'Its Original is not for sale at the moment.',
} as const

/** The Original for who has bought the Web size, at the difference. */
const UpgradePart = ({ orderId, item: { upgrade, ...item } }: { orderId: OrderView['id']; item: Item }) => {
  const { addUpgrade } = useCartActions()
  const navigate = useNavigate()
  if (upgrade === null || upgrade.state === 'done') return null
  const { state, pricePence } = upgrade
  if (state !== 'offered') {
    return (
      <Text textStyle="small" color="ink.muted">
        {standing[state]}
      </Text>
    )
  }
  const buy = () => {
    addUpgrade({
      ...item,
      pricePence,
      imageUrl: item.picture?.thumbnailUrl ?? '',
      size: 'original',
      upgradeOf: { orderId, line: item.line },
    })
    void navigate(paths.cart())
  }
  return (
    <Button size="sm" alignSelf="flex-start" onClick={buy}>
      <ShoppingCart aria-hidden />
      Get the Original for {formatPounds(pricePence)}
      <Hidden>: {item.title}</Hidden>
    </Button>
  )
}

/** A whole gallery has the width of the page. */
const wide = { style: { gridColumn: '1 / -1' } }
const WholeFiles = lazyPart(
  () => import('./whole-files.tsx'),
  (m) => m.WholeFiles,
)

const KeepLink = lazyPart(
  () => import('./keep-link.tsx'),
  (m) => m.KeepLink,
)

const NextSteps = ({ order }: { order: OrderView }) => (
  <Card marginTop="12">
    <Heading look="section" marginBottom="5">
      What's Next
    </Heading>
    <Grid gap="6" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }}>
      <NextStep icon={<Download size={22} />} title="Download complete files">
        Original is the photographer’s file in full; Web is at most 2048 px, made for screens. What you bought never
        expires.
      </NextStep>
      <NextStep icon={<Mail size={22} />} title="Receipt sent by email">
        {order.customerEmail !== '' && `We sent it to ${order.customerEmail}. `}It carries the link back to this page.
      </NextStep>
      <ErrorBoundary resetOn="" fallback={null}>
        <Suspense fallback={<Skeleton height="8rem" />}>
          <KeepLink order={order} />
        </Suspense>
      </ErrorBoundary>
    </Grid>
  </Card>
)

/** What the page says at its top: of an order that was given back whole, nothing is ready any more. */
const standingOf = ({ customerName, items }: OrderView, isGivenBack: boolean) => {
  const isOne = items.length === 1 && items[0]?.kind === 'photo'
  return isGivenBack
    ? {
        title: 'Order Refunded',
        icon: <Undo2 size={40} />,
        color: 'ink.muted',
        lead: `${customerName === '' ? 'Your' : `${customerName}, your`} money was given back, so ${isOne ? 'this photo' : 'these photos'} can no longer be downloaded.`,
      }
    : {
        title: 'Purchase Successful',
        icon: <CircleCheck size={40} />,
        color: 'success',
        lead: `Thank you${customerName === '' ? '' : `, ${customerName}`}. ${isOne ? 'Your photo is' : 'Your photos are'} ready.`,
      }
}

export const OrderDetails = ({ order }: { order: OrderView }) => {
  const items = order.items.filter((item) => !item.isRefunded)
  const isGivenBack = items.length === 0
  const [search] = useSearchParams()
  const { shown, more } = useListSteps(order.items, 'photos')
  const { title, icon, color, lead } = standingOf(order, isGivenBack)
  return (
    <Page
      title={title}
      heading={
        <Flex alignItems="center" gap="4" flexWrap="wrap">
          <Box color={color} aria-hidden>
            {icon}
          </Box>
          {title}
        </Flex>
      }
      lead={lead}
    >
      <Card>
        <Facts>
          <Fact label="Order id">{order.number}</Fact>
          {order.customerName !== '' && <Fact label="Name">{order.customerName}</Fact>}
          {order.customerEmail !== '' && <Fact label="Email">{order.customerEmail}</Fact>}
          <Fact label="Total">
            {formatPounds(order.totalPence)}
            {order.refundedPence > 0 && ` (${formatPounds(order.refundedPence)} refunded)`}
            {order.discountPence > 0 && (
              <Text textStyle="small" color="ink.muted">
                {formatPounds(order.subtotalPence)} less {formatPounds(order.discountPence)}
              </Text>
            )}
          </Fact>
        </Facts>
        <Row justifyContent="space-between" marginTop="4">
          <Text textStyle="fine">Paid {formatMinute(order.paidAt ?? order.createdAt)}</Text>
          <ButtonLink to={searchOfReceipt(search)} size="sm">
            <ReceiptText aria-hidden />
            Receipt
          </ButtonLink>
        </Row>
      </Card>
      <Heading look="section" marginTop="12" marginBottom="5">
        Your Photos
      </Heading>
      <DownloadAll order={order} items={items} />
      <List
        display="grid"
        gap="8"
        gridTemplateColumns={{ base: '1fr', sm: 'repeat(2, 1fr)', lg: 'repeat(3, 1fr)' }}
        aria-label="Your photos"
      >
        {shown.map((item) => (
          <li key={item.line} {...(item.kind === 'gallery' && wide)}>
            {item.kind === 'gallery' ? (
              <Suspense fallback={<Skeleton height="20rem" />}>
                <WholeFiles orderId={order.id} item={item} />
              </Suspense>
            ) : (
              <PhotoDownload orderId={order.id} item={item} />
            )}
          </li>
        ))}
      </List>
      {more}
      {!isGivenBack && <NextSteps order={order} />}
      <Row marginTop="10">
        <ButtonLink to={paths.browse()}>Browse More Galleries</ButtonLink>
        <ButtonLink to={paths.home()} variant="quiet">
          Return Home
        </ButtonLink>
      </Row>
    </Page>
  )
}
