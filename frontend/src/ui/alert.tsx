import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Box, Row, Text } from './layout.tsx'

const Strip = chakra('div', {
  base: {
    borderInlineStartWidth: '3px',
    paddingInline: '5',
    paddingBlock: '4',
    marginBottom: '6',
    fontSize: 'sm',
  },
  variants: {
    tone: {
      accent: { borderColor: 'accent.text', background: 'accent.surface' },
      danger: { borderColor: 'danger', background: 'danger.surface' },
      success: { borderColor: 'success', background: 'success.surface' },
      neutral: { borderColor: 'line.strong', background: 'sunken' },
    },
  },
  defaultVariants: { tone: 'neutral' },
})

type AlertProps = {
  tone: 'accent' | 'danger' | 'success' | 'neutral'
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** Offers to put the message away. */
  onRead?: () => void
}

/** A message that stays in the page until its reason is gone. */
export const Alert = ({ tone, title, children, action, onRead }: AlertProps) => (
  <Strip tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
    <Row justifyContent="space-between" alignItems="flex-start">
      <Box flex="1 1 14rem">
        <Text fontWeight="medium">{title}</Text>
        {children}
      </Box>
      {action}
      {onRead && (
        <Button size="sm" variant="quiet" onClick={onRead}>
          Got It
        </Button>
      )}
    </Row>
  </Strip>
)
