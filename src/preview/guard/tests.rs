use super::*;

fn check(fields: &[(&str, &str)], names: &[&str]) -> Result<(), &'static str> {
    let mut headers = HeaderMap::new();
    for (name, value) in fields {
        let name: hyper::header::HeaderName = name.parse().unwrap();
        headers.append(name, value.parse().unwrap());
    }
    let allowed_hosts = names.iter().map(|name| host_name(name).unwrap()).collect();
    Guard { allowed_hosts }.check(&headers, "127.0.0.1:4400".parse().unwrap())
}

#[test]
fn accepts_only_own_host_names() {
    for host in ["127.0.0.1:4400", "localhost:4400", "LOCALHOST:4400", "[::1]:4400"] {
        assert_eq!(check(&[("host", host)], &[]), Ok(()), "{host}");
    }
    for host in [
        "attacker.example.com:4400",
        "localhost.example.com:4400",
        "127.0.0.1.example.com:4400",
        "localhost:4401",
        "localhost",
        "127.0.0.1:80",
        "127.0.0.1",
        "192.0.2.7:4400",
        "0.0.0.0:4400",
        "[::]:4400",
        "",
        "localhost:4400@example.com",
        "localhost:4400, example.com",
    ] {
        assert_eq!(check(&[("host", host)], &[]), Err(UNKNOWN_HOST), "{host}");
    }
    assert_eq!(check(&[], &[]), Err(UNKNOWN_HOST));
    let twice = [("host", "localhost:4400"), ("host", "example.com")];
    assert_eq!(check(&twice, &[]), Err(UNKNOWN_HOST));
}

#[test]
fn accepts_allowed_host_names() {
    let names = &["preview.example.com"];
    for host in ["preview.example.com", "Preview.example.com:443", "localhost:4400"] {
        assert_eq!(check(&[("host", host)], names), Ok(()), "{host}");
    }
    for host in ["example.com", "x.preview.example.com", "preview.example.com.example.net"] {
        assert_eq!(check(&[("host", host)], names), Err(UNKNOWN_HOST), "{host}");
    }
}

#[test]
fn accepts_allowed_ip_addresses() {
    for (name, hosts) in [
        ("192.0.2.7", &["192.0.2.7", "192.0.2.7:8443"][..]),
        ("2001:db8::7", &["[2001:db8::7]", "[2001:DB8::7]:4400"]),
        ("[2001:db8::7]", &["[2001:db8:0::7]:80"]),
    ] {
        for host in hosts {
            assert_eq!(check(&[("host", host)], &[name]), Ok(()), "{name}: {host}");
            assert_eq!(check(&[("host", host)], &[]), Err(UNKNOWN_HOST));
        }
    }
    for host in ["2001:db8::7", "[2001:db8::8]", "192.0.2.7:", "192.0.2.7:x"] {
        let names = &["192.0.2.7", "2001:db8::7"];
        assert_eq!(check(&[("host", host)], names), Err(UNKNOWN_HOST), "{host}");
    }
}

#[test]
fn rejects_invalid_host_names_with_a_hint() {
    for text in [
        "http://preview.example.com",
        "preview.example.com/",
        "preview.example.com:8080",
        "192.0.2.7:8080",
        "[2001:db8::7]:8080",
        "*.example.com",
        "\u{f6}st.example.com",
        "",
    ] {
        let error = host_name(text).unwrap_err();
        assert!(error.contains("without http://, port and path"), "{text}: {error}");
    }
}

#[test]
fn port_is_optional_at_port_80() {
    for host in ["localhost", "localhost:80", "127.0.0.1", "[::1]"] {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, host.parse().unwrap());
        let at = |local: &str| Guard::default().check(&headers, local.parse().unwrap());
        assert_eq!(at("127.0.0.1:80"), Ok(()), "{host}");
        assert_eq!(at("127.0.0.1:81"), Err(UNKNOWN_HOST), "{host}");
    }
}

#[test]
fn accepts_only_the_ip_address_of_the_connection() {
    let mut headers = HeaderMap::new();
    headers.insert(HOST, "192.0.2.7:4400".parse().unwrap());
    let at = |local: &str| Guard::default().check(&headers, local.parse().unwrap());
    assert_eq!(at("192.0.2.7:4400"), Ok(()));
    assert_eq!(at("[::ffff:192.0.2.7]:4400"), Ok(()));
    assert_eq!(at("192.0.2.8:4400"), Err(UNKNOWN_HOST));
}

#[test]
fn rejects_cross_origin_requests() {
    let host = ("host", "localhost:4400");
    let with = |fields: &[(&str, &str)]| {
        let mut all = vec![host];
        all.extend(fields);
        check(&all, &[])
    };
    assert_eq!(with(&[("origin", "http://localhost:4400")]), Ok(()));
    for origin in [
        "https://example.com",
        "http://localhost:3000",
        "http://127.0.0.1:4400",
        "null",
        "",
        "localhost:4400",
        "http://localhost:4400.example.com",
    ] {
        assert_eq!(with(&[("origin", origin)]), Err(CROSS_ORIGIN), "{origin}");
    }
    let fetched = |site, mode, dest| {
        with(&[("sec-fetch-site", site), ("sec-fetch-mode", mode), ("sec-fetch-dest", dest)])
    };
    for (site, mode, dest) in [
        ("same-origin", "cors", "empty"),
        ("same-origin", "no-cors", "image"),
        ("none", "navigate", "document"),
        ("cross-site", "navigate", "document"),
        ("same-site", "navigate", "document"),
    ] {
        assert_eq!(fetched(site, mode, dest), Ok(()), "{site} {mode} {dest}");
    }
    for (site, mode, dest) in [
        ("cross-site", "cors", "empty"),
        ("same-site", "cors", "empty"),
        ("cross-site", "no-cors", "image"),
        ("cross-site", "no-cors", "script"),
        ("same-site", "no-cors", "script"),
        ("cross-site", "navigate", "iframe"),
        ("same-site", "navigate", "iframe"),
        ("cross-site", "navigate", "object"),
        ("cross-site", "navigate", "embed"),
        ("unheard-of", "cors", "empty"),
    ] {
        let rejected = Err(CROSS_ORIGIN);
        assert_eq!(fetched(site, mode, dest), rejected, "{site} {mode} {dest}");
    }
    let without_mode = with(&[("sec-fetch-site", "cross-site")]);
    assert_eq!(without_mode, Err(CROSS_ORIGIN));
}
