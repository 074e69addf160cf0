#!/bin/sh
# Compares the CPU time of nginx for the generated rules with its own ways: a profile with a plain static file, and
# a 404 with `return 404`. Prints the median of the rounds in microseconds a request.
#
#   sh benches/nginx.sh <vitae> [<requests a round> [<rounds>]]
#
# Requires nginx and ab (Debian: apt-get install nginx apache2-utils).
set -eu
vitae=$(realpath "$1")
requests=${2:-100000}
rounds=${3:-5}
content=$(realpath "$(dirname "$0")/../content")
directory=$(mktemp -d)
trap 'kill "$(cat "$directory/nginx.pid")" 2>/dev/null || true; rm -rf "$directory"' EXIT
cd "$directory"

"$vitae" build --content "$content" --host nginx --out dist --no-cache >/dev/null 2>&1
mkdir plain
cp dist/api/consultant-public/linnea-sjoqvist plain/profile
cat > nginx.conf <<END
pid nginx.pid;
error_log error.log;
worker_processes 1;
events {}
http {
    access_log off;
    sendfile on;
    keepalive_requests 1000000;
    client_body_temp_path temp; proxy_temp_path temp; fastcgi_temp_path temp; uwsgi_temp_path temp; scgi_temp_path temp;
    include deploy/nginx/http.conf;
    server {
        listen 127.0.0.1:18089;
        root dist;
        include deploy/nginx/server.conf;
    }
    server {
        listen 127.0.0.1:18090;
        root plain;
        default_type application/json;
        location = /nothing { return 404; }
    }
}
END
nginx -p "$directory" -c nginx.conf -e error.log -g "user $(id -un) $(id -gn);" 2>/dev/null
sleep 1
worker=$(pgrep -P "$(cat nginx.pid)")

# Prints the CPU time of a round in ticks of 10 ms.
round() {
  before=$(awk '{ print $14 + $15 }' "/proc/$worker/stat")
  ab -q -k -c 8 -n "$requests" "http://127.0.0.1:$1" >/dev/null 2>&1
  awk -v before="$before" '{ print $14 + $15 - before }' "/proc/$worker/stat"
}

for _ in $(seq "$rounds"); do
  for target in 18090/profile 18089/api/consultant-public/linnea-sjoqvist 18089/api/consultant-public/linnea-sjoqvist?format=jsonresume \
    18089/api/consultant-photo/linnea-sjoqvist 18090/nothing 18089/api/consultant-public/nobody-here 18089/nothing; do
    echo "$target $(round "$target")" >> rounds
  done
done
sort -k1,1 -k2,2n rounds | awk -v requests="$requests" '
  { times[$1] = times[$1] " " $2 }
  END {
    for (target in times) {
      count = split(times[target], sorted, " ")
      printf "%6.2f  %s\n", sorted[int((count + 1) / 2)] * 10000 / requests, target
    }
  }' | sort -k2
