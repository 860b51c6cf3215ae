import { Dialog as ChakraDialog, defineSlotRecipe, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'
import { clearOf } from './safe-area.ts'
import { ToastRegion } from './toast.tsx'

const recipe = defineSlotRecipe({
  slots: [
    'backdrop',
    'positioner',
    'content',
    'header',
    'body',
    'footer',
    'title',
    'description',
    'closeTrigger',
    'trigger',
  ],
  base: {
    backdrop: { position: 'fixed', inset: 0, background: 'scrim', zIndex: 'dialog' },
    positioner: {
      position: 'fixed',
      inset: 0,
      display: 'flex',
      alignItems: { base: 'flex-end', sm: 'center' },
      justifyContent: 'center',
      paddingBlock: { base: '0', sm: '6' },
      paddingLeft: { base: clearOf('left', '0px'), sm: clearOf('left', '1.5rem') },
      paddingRight: { base: clearOf('right', '0px'), sm: clearOf('right', '1.5rem') },
      // Not `hidden`, which still scrolls for what comes into view within: the dialog would leave the screen's edge.
      overflow: 'clip',
      zIndex: 'dialog',
    },
    content: {
      position: 'relative',
      display: 'flex',
      flexDirection: 'column',
      width: 'full',
      maxHeight: { base: '92dvh', sm: 'full' },
      // On a phone it stands at the foot of the screen.
      paddingBottom: { base: clearOf('bottom', '0px'), sm: '0' },
      background: 'surface',
      color: 'ink',
      borderWidth: '1px',
      borderColor: 'line',
      borderRadius: 'control',
      boxShadow: 'lifted',
      outline: 'none',
    },
    header: { paddingInline: '6', paddingTop: '6', paddingInlineEnd: '14' },
    title: { fontFamily: 'heading', fontSize: 'xl', lineHeight: 'snug' },
    description: { color: 'ink.muted', marginTop: '1' },
    body: { paddingInline: '6', paddingBlock: '5', overflowY: 'auto' },
    footer: {
      display: 'flex',
      flexWrap: 'wrap',
      gap: '3',
      justifyContent: 'flex-end',
      paddingInline: '6',
      paddingBlock: '4',
      borderTopWidth: '1px',
      borderColor: 'line',
    },
    closeTrigger: { position: 'absolute', top: '4', insetInlineEnd: '4' },
  },
  variants: {
    size: {
      sm: { content: { maxWidth: '26rem' } },
      md: { content: { maxWidth: '36rem' } },
      lg: { content: { maxWidth: '50rem' } },
    },
  },
  defaultVariants: { size: 'md' },
})

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** 'alertdialog' for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
  /** It cannot be closed now. */
  isHeld?: boolean
}

/**
 * Nobody can move the focus out of a modal dialog. What moves it there is the dialog before this one, which gives it back to
 * what it was opened from, where its timer comes late: this one takes it back, and must not take it for a press beside it.
 */
const stayOpen = (event: Event) => event.preventDefault()

/**
 * A modal dialog: traps and gives back the focus, closes on Escape and outside clicks. Load it lazily from public
 * pages: the machine behind it weighs as much as a page.
 */
export const Dialog = ({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  role = 'dialog',
  isHeld = false,
}: DialogProps) => (
  <ChakraDialog.Root
    recipe={recipe}
    open={open}
    onOpenChange={(change) => !change.open && !isHeld && onClose()}
    onFocusOutside={stayOpen}
    size={size}
    role={role}
  >
    <Portal>
      <ChakraDialog.Backdrop />
      <ChakraDialog.Positioner>
        <ChakraDialog.Content>
          <ChakraDialog.Header>
            <div>
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {description && <ChakraDialog.Description>{description}</ChakraDialog.Description>}
            </div>
          </ChakraDialog.Header>
          <ChakraDialog.Body>{children}</ChakraDialog.Body>
          <ToastRegion place="dialog" />
          {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
          <ChakraDialog.CloseTrigger asChild>
            <IconButton label="Close" size="sm" ended={isHeld}>
              <X />
            </IconButton>
          </ChakraDialog.CloseTrigger>
        </ChakraDialog.Content>
      </ChakraDialog.Positioner>
    </Portal>
  </ChakraDialog.Root>
)
