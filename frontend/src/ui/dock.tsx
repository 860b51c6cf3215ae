import { chakra } from '@chakra-ui/react'
import { clearOf } from './safe-area.ts'

/** What can be done with what was chosen: stays at the foot of the window while there is more to choose from. */
export const Dock = chakra('section', {
  base: {
    position: 'sticky',
    bottom: '0',
    marginTop: '8',
    paddingTop: '3',
    paddingBottom: clearOf('bottom', '0.75rem'),
    background: 'paper',
    borderTopWidth: '1px',
    borderColor: 'line.strong',
    zIndex: 'docked',
  },
})
