// Runs in CloudFront for every page that it answers with: a phone held upright is told of the page's first picture by the
// answer's head, and asks for it before it has read any HTML. Others choose among several, which is in the page. Phones
// with Android alone: of Apple's some have windows that are too low for that picture, and none says which one it is.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it by this name
function handler(event) {
  const response = event.response
  const picture = response.headers['x-phone-picture']
  delete response.headers['x-phone-picture']
  const agent = event.request.headers['user-agent']
  if (picture && agent && /Android.*Mobile/.test(agent.value)) {
    response.headers.link = {
      value: `<${picture.value}>; rel=preload; as=image; type="image/avif"; fetchpriority=high`,
    }
  }
  return response
}
