//! A client of the YAML language server, which VS Code and others use to complete and check YAML:
//! JSON-RPC over standard input and output (Language Server Protocol 3.17).

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value as Json, json};

/// A position in a document as in the protocol: from 0, columns in UTF-16 code units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A problem that the server reports.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) start: Position,
    pub(super) message: String,
}

/// A running server. Dropping it stops the server.
pub(super) struct LanguageServer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    root: PathBuf,
    requests: u64,
    documents: u64,
    /// The last reported problems of each document, by URI.
    problems: BTreeMap<String, Vec<Problem>>,
}

impl LanguageServer {
    /// Starts the server for the directory `root` with the default settings of an editor program,
    /// but without schemas from the network.
    pub(super) fn start(program: &Path, root: &Path) -> Self {
        let mut child = Command::new("node")
            .arg(program)
            .arg("--stdio")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("node runs");
        let input = child.stdin.take().expect("its input");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let mut server = Self {
            child,
            input,
            output,
            root: root.to_owned(),
            requests: 0,
            documents: 0,
            problems: BTreeMap::new(),
        };
        let capabilities = json!({
            "textDocument": { "completion": { "completionItem": {
                "snippetSupport": true,
                "documentationFormat": ["markdown", "plaintext"],
            } } },
            "workspace": { "configuration": true },
        });
        let root = format!("file://{}", root.display());
        server.request(
            "initialize",
            json!({ "processId": null, "rootUri": root, "capabilities": capabilities }),
        );
        server.notify("initialized", json!({}));
        server
    }

    /// Opens a document, which does not have to exist on disk, and returns its URI. A number in the URI
    /// keeps late messages about one document apart from those about another.
    pub(super) fn open(&mut self, path: &str, text: &str) -> String {
        self.documents += 1;
        let (stem, extension) = path.rsplit_once('.').expect("an extension");
        let number = self.documents;
        let uri = format!("file://{}/{stem}-{number}.{extension}", self.root.display());
        let document = json!({ "uri": uri, "languageId": "yaml", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
        uri
    }

    /// Waits for the problems of an open document and returns them.
    pub(super) fn problems(&mut self, uri: &str) -> &[Problem] {
        while !self.problems.contains_key(uri) {
            self.receive();
        }
        &self.problems[uri]
    }

    /// Returns the completions at a position.
    pub(super) fn complete(&mut self, uri: &str, position: Position) -> Vec<Json> {
        let response = self.request("textDocument/completion", at(uri, position));
        response["items"].as_array().cloned().unwrap_or_default()
    }

    /// Returns the hover text at a position as Markdown.
    pub(super) fn hover(&mut self, uri: &str, position: Position) -> String {
        let response = self.request("textDocument/hover", at(uri, position));
        let text = response["contents"]["value"].as_str();
        text.unwrap_or_default().to_owned()
    }

    fn request(&mut self, method: &str, parameters: Json) -> Json {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": parameters }));
        loop {
            let message = self.receive();
            if message.get("method").is_none() && message["id"] == id {
                assert!(message.get("error").is_none(), "{method}: {message}");
                return message["result"].clone();
            }
        }
    }

    fn notify(&mut self, method: &str, parameters: Json) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": parameters }));
    }

    fn send(&mut self, message: &Json) {
        let body = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{body}", body.len())
            .expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    /// Reads the next message of the server, responds to a request and stores reported problems.
    fn receive(&mut self) -> Json {
        let mut length = 0;
        loop {
            let mut header = String::new();
            let read = self.output.read_line(&mut header).expect("the server writes");
            assert!(read > 0, "the language server ended");
            match header.trim_end().split_once(": ") {
                Some(("Content-Length", digits)) => length = digits.parse().expect("a length"),
                Some(_) => {}
                None => break,
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a whole message");
        let message: Json = serde_json::from_slice(&body).expect("JSON");
        let parameters = &message["params"];
        match (message["method"].as_str(), message.get("id")) {
            (Some(method), Some(id)) => {
                let result = match method {
                    "workspace/configuration" => settings(&parameters["items"]),
                    _ => Json::Null,
                };
                let id = id.clone();
                self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
            }
            (Some("textDocument/publishDiagnostics"), None) => {
                let uri = parameters["uri"].as_str().expect("a URI").to_owned();
                let diagnostics = parameters["diagnostics"].as_array().expect("a list");
                self.problems.insert(uri, diagnostics.iter().map(problem).collect());
            }
            _ => {}
        }
        message
    }
}

impl Drop for LanguageServer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Returns the settings for the sections that the server requests.
fn settings(items: &Json) -> Json {
    let items = items.as_array().into_iter().flatten();
    let section = |item: &Json| match item["section"].as_str() {
        Some("yaml") => json!({
            "validate": true,
            "hover": true,
            "completion": true,
            "schemaStore": { "enable": false },
        }),
        _ => Json::Null,
    };
    items.map(section).collect()
}

fn at(uri: &str, position: Position) -> Json {
    json!({
        "textDocument": { "uri": uri },
        "position": { "line": position.line, "character": position.column },
    })
}

fn problem(diagnostic: &Json) -> Problem {
    let start = &diagnostic["range"]["start"];
    let number = |key: &str| {
        let number = start[key].as_u64().and_then(|n| usize::try_from(n).ok());
        number.expect("a number")
    };
    Problem {
        start: Position { line: number("line"), column: number("character") },
        message: diagnostic["message"].as_str().unwrap_or_default().to_owned(),
    }
}
