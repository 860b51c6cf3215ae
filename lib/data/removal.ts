import { RemovalPolicy } from 'aws-cdk-lib'
import type { Stage } from '#lib/stage.ts'

/**
 * In production stays whatever is done to its stack. Only a deployment that fails while it makes the thing takes it back:
 * what is left behind would have the name that the next try needs, or be taken for what that makes.
 */
export const keptOnceMade = ({ data }: Stage): RemovalPolicy =>
  data === 'keep' ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY

/**
 * The same for what AWS refuses to delete, as what is protected against it: taking it back would fail, and the stack
 * with it. Its name is to be AWS's own, so that what a failed deployment leaves is in nobody's way.
 */
export const keptAlways = ({ data }: Stage): RemovalPolicy =>
  data === 'keep' ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY
