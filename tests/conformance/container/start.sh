# Serves the site as the container of deploy/nginx/Dockerfile does, without Docker: the files that it copies, at their
# paths, in a file system that is read-only but for /tmp, by a user without privileges.
image=$SCRATCH/image
mkdir -p "$image/etc/nginx/conf.d" "$image/srv" "$image/var/log/nginx"
cp "$ROOT/tests/conformance/container/nginx.conf" /etc/nginx/mime.types "$image/etc/nginx/"
ln -s /tmp/error.log "$image/var/log/nginx/error.log"
ln -s /dev/null "$image/var/log/nginx/access.log"
sed -n 's/^COPY //p' deploy/nginx/Dockerfile > "$SCRATCH/copies"
while read -r files; do
  to=$image${files##* }
  case $to in
    */) mkdir -p "$to" ;;
    *) mkdir -p "${to%/*}" ;;
  esac
  # shellcheck disable=SC2086
  cp -pR ${files% *} "$to"
done < "$SCRATCH/copies"
sed -i "s/listen 8080;/listen $PORT;/" "$image/etc/nginx/conf.d/default.conf"
find "$image" -type f -exec chmod a-w {} +

# Only root can become another user; any other user gets that identifier in a namespace.
if unshare --mount true; then
  namespace='' become='setpriv --reuid 101 --regid 101 --clear-groups --bounding-set -all --inh-caps -all'
else
  namespace='--user --map-root-user' become='unshare --user --map-user 101 --map-group 101'
fi
export image become
# shellcheck disable=SC2016,SC2086
exec unshare --mount $namespace sh -ec '
  for directory in etc/nginx srv var/log/nginx; do
    mount --bind "$image/$directory" "/$directory"
    mount -o remount,bind,ro "/$directory"
  done
  mount -t tmpfs tmpfs /tmp
  mount -o remount,bind,ro /
  if touch /written /etc/nginx/written /srv/written 2>/dev/null; then
    echo "the file system is not read-only" >&2
    exit 1
  fi
  cd /
  exec $become nginx -g "daemon off;"
'
