import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Box, Heading, Row, Stack, Text } from './layout.tsx'

export const Card = chakra('section', {
  base: {
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    borderRadius: 'control',
  },
  variants: {
    room: {
      wide: { padding: { base: '5', md: '7' } },
      even: { padding: '5' },
      narrow: { padding: { base: '4', md: '5' } },
      none: {},
    },
  },
  defaultVariants: { room: 'wide' },
})

export const Badge = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    paddingInline: '2',
    minHeight: '6',
    borderRadius: 'control',
    borderWidth: '1px',
    borderColor: 'line',
    fontSize: 'xs',
    whiteSpace: 'nowrap',
    color: 'ink.muted',
    background: 'sunken',
  },
  variants: {
    tone: {
      neutral: {},
      accent: { color: 'accent.text', background: 'accent.surface', borderColor: 'accent.text' },
      success: { color: 'success', background: 'success.surface', borderColor: 'success' },
      danger: { color: 'danger', background: 'danger.surface', borderColor: 'danger' },
    },
  },
  defaultVariants: { tone: 'neutral' },
})

/** A skeleton: a grey shape in place of content that is being loaded. */
export const Skeleton = chakra(
  'div',
  {
    base: {
      background: 'ghost',
      borderRadius: 'none',
      animation: 'pulse 1.6s ease-in-out infinite',
      minHeight: '1em',
      userSelect: 'none',
    },
  },
  { defaultProps: { 'aria-hidden': true } },
)

/** Text, or a grey line of about its length while it loads. */
export const SkeletonText = ({
  loading,
  width = '8ch',
  children,
}: {
  loading: boolean
  width?: string
  children: ReactNode
}) =>
  loading ? (
    <Skeleton as="span" display="inline-block" width={width} maxWidth="full" verticalAlign="middle" />
  ) : (
    children
  )

/** What it holds, or a grey shape of exactly its size while that is not known. */
export const SkeletonOf = ({ loading, children }: { loading: boolean; children: ReactNode }) =>
  loading ? (
    <Skeleton>
      <div style={{ visibility: 'hidden' }}>{children}</div>
    </Skeleton>
  ) : (
    children
  )

const Track = chakra('div', {
  base: { height: '1.5', background: 'line', borderRadius: 'round', overflow: 'hidden' },
})
const Done = chakra('div', { base: { height: 'full', background: 'accent', transition: 'width 200ms' } })

export const ProgressBar = ({ label, percent }: { label: string; percent: number }) => (
  <Track
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(percent)}
  >
    <Done style={{ width: `${percent}%` }} />
  </Track>
)

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** The first heading of a page that is nothing else. */
  as?: 'h1' | 'h2'
}

/** Nothing here yet: says what to do next and offers it. */
export const EmptyState = ({ title, children, icon, action, as = 'h2' }: EmptyStateProps) => (
  <Stack alignItems="center" textAlign="center" gap="4" paddingBlock={{ base: '14', md: '20' }}>
    {icon && (
      <Box color="ink.muted" aria-hidden>
        {icon}
      </Box>
    )}
    <Heading as={as} look="heading">
      {title}
    </Heading>
    {children && (
      <Text color="ink.muted" maxWidth="text" textWrap="balance">
        {children}
      </Text>
    )}
    {action && <Row justifyContent="center">{action}</Row>}
  </Stack>
)
